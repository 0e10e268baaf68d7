import HTTPTypes
package import TaneCore

extension RealtimeDatabaseClient {
  package struct TransactionResult: Sendable, Equatable {
    /// A Boolean value indicating whether the transaction wrote its value.
    package let isCommitted: Bool
    /// The value after the transaction.
    package let value: Tree
  }

  /// Changes a value based on its current value, with up to 25 attempts if others change it
  /// concurrently, and pauses of up to a second between them.
  ///
  /// - Parameters:
  ///   - path: The path of the value.
  ///   - change: Returns the new value for the current one, null to remove it, or nil to leave it
  ///     unchanged; it may be called several times.
  /// - Returns: The value after the transaction, and whether the transaction wrote it.
  /// - Throws: The errors from `change`, or a `StoreError`: `invalidData` if the new value breaks a
  ///   rule, or `busy` if others always changed it first.
  package func runTransaction(
    at path: TreePath,
    _ change: @Sendable (Tree) async throws -> Tree?
  ) async throws -> TransactionResult {
    for attempt in 0..<Self.conditionalAttempts {
      try await pause(beforeConditionalAttempt: attempt)
      let found = try await valueForConditionalWrite(at: path)
      guard let new = try await change(found.value) else {
        return TransactionResult(isCommitted: false, value: found.value)
      }
      let write = TreeWrite(path: path, value: new)
      try UpdateCheck.check([write], database: name, service: client.service)
      let (call, answer) = try await put(new, at: path, ifMatch: found.tag)
      if answer.isSuccess {
        return TransactionResult(isCommitted: true, value: try value(of: answer, call))
      }
      guard answer.status == 412 else { throw error(for: answer, of: call) }
      guard !answer.mayHaveBeenApplied else {
        // Repeating a change, such as an increment, on its own result would apply it twice.
        throw client.error(
          .unreachable,
          call,
          "the value changed after an attempt without a response",
          outcome: .unknown
        )
      }
    }
    throw changesTooOften(path)
  }

  /// Adds to a number on the server, and returns the result; any other value counts as 0.
  ///
  /// The request is not repeated if it may have been applied: if its response is lost, the error
  /// has an unknown outcome.
  package func increment(at path: TreePath, by amount: Double) async throws -> Tree {
    try UpdateCheck.check(
      [TreeWrite(path: path, value: Tree(.double(amount)))],
      database: name,
      service: client.service
    )
    var call = writing(.put, path, silently: false, retry: .notAttempted)
    let number = Int64(exactly: amount).map(TreeLiteral.integer) ?? .double(amount)
    call.body = try json(Tree([".sv": ["increment": number]]))
    return try value(of: try await client.send(call), call)
  }
}
