import TaneCore

/// The handling of lost responses.
extension RealtimeDatabaseClient {
  /// Performs writes, and reads the current values if the response is lost.
  ///
  /// If a write's value is already current, the write was applied or is unnecessary. If a write's
  /// expected value is current, the write was not applied, and is retried. Otherwise the error is
  /// thrown with an unknown outcome. Writes without expectations are never retried, since a retry
  /// might overwrite later writes by others.
  func confirming(
    _ writes: [TreeWrite],
    _ make: ([TreeWrite]) async throws -> Void
  ) async throws {
    let connection = client.connection
    let start = connection.clock.uptime()
    var remaining = writes
    var attempts = 1
    while true {
      do {
        return try await make(remaining)
      } catch let error as StoreError {
        let outcome =
          remaining.count < writes.count && error.outcome == .nothingWritten
          ? .partlyWritten : error.outcome
        guard error.outcome == .unknown else { throw error.with(outcome) }
        // A separate task determines the outcome, so that it is known even if the write was
        // canceled.
        let found = await Task { [remaining] in await writesNotApplied(of: remaining) }.value
        guard let rest = found else { throw error.with(outcome) }
        if rest.isEmpty { return }
        guard attempts < connection.policy.attempts, !Task.isCancelled,
          connection.policy.allows(.zero, after: connection.clock.uptime() - start)
        else {
          throw error.with(rest.count < writes.count ? .partlyWritten : .nothingWritten)
        }
        remaining = rest
        try await pause(after: attempts)
        attempts += 1
      }
    }
  }

  /// Returns the writes that were not applied, or nil if that cannot be determined.
  private func writesNotApplied(of writes: [TreeWrite]) async -> [TreeWrite]? {
    guard writes.allSatisfy({ $0.expected != nil }) else { return nil }
    return await withTaskGroup(of: (Int, Bool?).self) { group in
      var notApplied: [Int] = []
      var (isKnown, waiting) = (true, writes.indices[...])
      for index in waiting.prefix(settings.maximumParallelReads) {
        group.addTask { (index, await isApplied(writes[index])) }
      }
      waiting = waiting.dropFirst(settings.maximumParallelReads)
      for await (index, isApplied) in group {
        guard let isApplied else {
          isKnown = false
          break
        }
        if !isApplied { notApplied.append(index) }
        guard let next = waiting.popFirst() else { continue }
        group.addTask { (next, await self.isApplied(writes[next])) }
      }
      return isKnown ? notApplied.sorted().map { writes[$0] } : nil
    }
  }

  /// Returns true if a write was applied, false if it was not, or nil if that cannot be determined.
  private func isApplied(_ write: TreeWrite) async -> Bool? {
    guard let found = try? await tree(at: write.path) else { return nil }
    if !write.value.containsServerTimestamp, found == write.value.storedForm() { return true }
    return found == write.expected?.storedForm() ? false : nil
  }

  private func pause(after attempts: Int) async throws {
    let connection = client.connection
    try await connection.clock.sleep(
      connection.policy.delay(
        after: attempts,
        requested: nil,
        random: connection.clock.random()
      )
    )
  }
}
