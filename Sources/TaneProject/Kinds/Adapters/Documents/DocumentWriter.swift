package import TaneCore

/// A writer of documents in atomic commits.
struct DocumentWriter: ResourceWriter {
  /// The maximum number of writes per commit, low enough for older services and emulators.
  static let writesPerCommit = 500
  /// The maximum size of a commit in bytes; Firestore accepts requests of up to 10 MiB.
  private static let bytesPerCommit = 9 * 1024 * 1024

  let store: any DocumentStore
  let database: DocumentDatabaseName
  let isSequential = false

  func batches(of steps: [PlanStep]) -> [PlanBatch] {
    var commits: [[PlanStep]] = []
    var bytes = 0
    for step in steps {
      let size = write(of: step).requestByteCount
      if let last = commits.last, last.count < Self.writesPerCommit,
        bytes + size <= Self.bytesPerCommit
      {
        commits[commits.count - 1].append(step)
        bytes += size
      } else {
        commits.append([step])
        bytes = size
      }
    }
    let title = "writing documents in atomic commits"
    return commits.enumerated().map { index, steps in
      PlanBatch(steps: steps, progress: .count(title, index: index + 1, of: commits.count))
    }
  }

  func apply(_ batch: PlanBatch) async throws -> BatchReceipt {
    let writes = batch.steps.map(write)
    do {
      let commit = try await store.commit(writes)
      let versions = zip(batch.steps, commit.results).compactMap { step, result in
        result.updateTime.map { (step.address, ResourceVersion.tag("\($0)")) }
      }
      return BatchReceipt(versions: Dictionary(versions) { $1 })
    } catch let conflict as DocumentConflict {
      let documents = try await store.documents(at: writes.map(\.path))
      guard !zip(writes, documents).allSatisfy({ $0.isApplied(in: $1) }) else {
        return BatchReceipt()
      }
      throw StoreError(
        .conflict,
        service: ServiceKind.firestore.id,
        "\(conflict)",
        paths: [TreePath(conflict.path.segments)]
      )
    }
  }

  /// Returns the write that applies a step.
  func write(of step: PlanStep) -> DocumentWrite {
    let path = DocumentPath(step.address.path.components)
    guard !step.removesResource else {
      return DocumentWrite(path: path, operation: .delete, precondition: precondition(of: step))
    }
    let wanted = DocumentReading(step.difference.new.content, at: path, in: database)
    let depth = path.segments.count
    // A change at the document's own path replaces the whole document.
    let paths = step.changes.map { FieldPath(names: Array($0.path.components.dropFirst(depth))) }
    let named = paths.compactMap { $0 }
    let isWhole = named.count < paths.count
    let times = wanted.serverTimestamps.filter { time in
      isWhole || named.contains { $0.contains(time) }
    }
    let mask = named.filter { !times.contains($0) }
    return DocumentWrite(
      path: path,
      operation: .update(
        isWhole ? wanted.fields : wanted.fields.selecting(mask),
        mask: step.before.exists ? mask : nil
      ),
      transforms: times.map { DocumentTransform(path: $0, operation: .serverTime) },
      precondition: precondition(of: step)
    )
  }

  private func precondition(of step: PlanStep) -> DocumentPrecondition {
    guard case .tag(let time) = step.before.version, let time = DocumentTimestamp(parsing: time)
    else { return .exists(step.before.exists) }
    return .updateTime(time)
  }
}

extension DocumentWrite {
  /// The approximate size in bytes of the write as JSON in a request to Firestore.
  package var requestByteCount: Int {
    let frame = 400 + path.description.utf8.count + transforms.count * 100
    guard case .update(let fields, let mask) = operation else { return frame }
    let names = (mask ?? []).reduce(0) { $0 + $1.description.utf8.count + 3 }
    return frame + names + fields.requestByteCount
  }
}

extension DocumentFields {
  fileprivate var requestByteCount: Int {
    reduce(0) { $0 + $1.name.utf8.count + 4 + $1.value.requestByteCount }
  }
}

extension DocumentValue {
  fileprivate var requestByteCount: Int {
    switch self {
    case .null, .boolean: 24
    case .integer, .double: 48
    case .timestamp: 52
    case .geoPoint: 100
    case .string(let text), .reference(let text): text.utf8.count + 24
    case .bytes(let bytes): bytes.count / 3 * 4 + 28
    case .array(let elements): elements.reduce(32) { $0 + $1.requestByteCount + 1 }
    case .map(let fields): fields.requestByteCount + 32
    }
  }
}
