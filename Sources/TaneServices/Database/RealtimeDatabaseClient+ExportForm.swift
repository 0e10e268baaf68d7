package import TaneCore

extension RealtimeDatabaseClient {
  /// A Boolean value indicating whether the service stores priorities; always true.
  package var keepsPriorities: Bool { true }

  /// Writes several values in export form; for atomicity, see `RealtimeDatabaseClient`.
  package func updateExported(_ writes: [TreeWrite]) async throws {
    try Task.checkCancellation()
    guard !writes.isEmpty else { return }
    try UpdateCheck.checkExported(writes, database: name, service: client.service)
    try await perform(writes.map(\.resolvingExpectedIncrements))
  }
}

extension TreeWrite {
  /// The write, with increments replaced by their results if an expected value is given, so that
  /// the write can safely be sent twice.
  fileprivate var resolvingExpectedIncrements: TreeWrite {
    guard let expected, value.hasIncrements else { return self }
    return TreeWrite(
      path: path,
      value: value.resolvingIncrements(from: expected),
      expected: expected
    )
  }
}
