import TaneCore

/// A writer that applies all steps to a Realtime Database in a single update.
struct DatabaseWriter: ResourceWriter {
  let name: String
  let store: any TreeStore
  let known: (any VersionCache)?

  /// Returns the writes for the changes of steps, each with the expected current value.
  static func writes(of steps: [PlanStep]) -> [TreeWrite] {
    steps.flatMap(\.changes).map {
      TreeWrite(path: $0.path, value: $0.new ?? .null, expected: $0.old ?? .null)
    }
  }

  func batches(of steps: [PlanStep]) -> [PlanBatch] {
    let count = steps.reduce(0) { $0 + $1.changes.count }
    return [
      PlanBatch(
        steps: steps,
        progress: .step("writing \(name) atomically: \(counted(count, "write"))")
      )
    ]
  }

  /// Applies all writes atomically; a write counts as applied if its node already has the new
  /// value.
  ///
  /// This is correct for the absolute values of plans, but not for values derived from the expected
  /// values.
  func apply(_ batch: PlanBatch) async throws -> BatchReceipt {
    var remaining = Self.writes(of: batch.steps)
    while !remaining.isEmpty {
      do {
        try await update(remaining, of: batch)
        return BatchReceipt()
      } catch let error as StoreError where error.code == .conflict && !error.paths.isEmpty {
        let unmet = Set(error.paths)
        for write in remaining where unmet.contains(write.path) {
          guard try await store.tree(at: write.path) == write.value.storedForm() else {
            throw error
          }
        }
        let rest = remaining.filter { !unmet.contains($0.path) }
        guard rest.count < remaining.count else { throw error }
        remaining = rest
      }
    }
    return BatchReceipt()
  }

  /// Performs writes, and transfers cache entries from the database's old ETag to the new ETag.
  private func update(_ writes: [TreeWrite], of batch: PlanBatch) async throws {
    WorkCounter.expect(writes.reduce(0) { $0 + $1.value.leafCount }, .values)
    let versions = Set(batch.steps.map(\.before.version))
    guard let known, versions.count == 1, case .tag(let old) = versions.first else {
      return try await store.update(writes)
    }
    guard let new = try await store.update(writes, replacing: old) else { return }
    known.replaceTag(old, with: new, in: name, writing: writes.map(\.path))
    for step in batch.steps where step.writesAllChanges {
      known.note(new, of: step.address, holding: step.difference.new.content)
    }
  }
}
