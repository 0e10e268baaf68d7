public import TaneCore

extension RealtimeDatabaseClient {
  /// Always true: the service stores priorities.
  public var keepsPriorities: Bool { true }

  /// Makes several writes at once, of values in export form; see the type's description for what holds them
  /// together.
  public func updateExported(_ writes: [TreeWrite]) async throws {
    try Task.checkCancellation()
    guard !writes.isEmpty else { return }
    try UpdateCheck.checkExported(writes, database: name, service: client.service)
    try await make(writes.map(\.resolvingExpectedIncrements))
  }
}

extension TreeWrite {
  /// The write with the sums that its increments come to, where it says from what they begin: a request
  /// that is sent twice then does no more than one that is sent once.
  fileprivate var resolvingExpectedIncrements: TreeWrite {
    guard let expected, value.hasIncrements else { return self }
    return TreeWrite(
      path: path,
      value: value.resolvingIncrements(from: expected),
      expected: expected
    )
  }
}
