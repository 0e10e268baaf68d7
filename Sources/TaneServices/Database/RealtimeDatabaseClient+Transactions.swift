import HTTPTypes
public import TaneCore

extension RealtimeDatabaseClient {
  /// The result of a transaction.
  public struct TransactionResult: Sendable, Equatable {
    /// A Boolean value indicating whether the transaction wrote its value.
    public let isCommitted: Bool
    /// The value that is there after it.
    public let value: Tree
  }

  /// Changes a value by what it is, and again by what it is then where somebody else was faster, up to 25
  /// times, with pauses of up to a second.
  ///
  /// - Parameters:
  ///   - path: Where the value is.
  ///   - change: The new value for one that was read, null to remove it; nil to leave it alone. It may be
  ///     called several times.
  /// - Returns: Whether it was written, and what is there.
  /// - Throws: What `change` throws, or a `StoreError`: of code `invalidData` where the new value breaks a
  ///   rule, `busy` where others were always faster.
  public func runTransaction(
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
      guard answer.status == 412 else { throw refusal(answer, of: call) }
      guard !answer.mayHaveBeenDone else {
        // Run again on its own result, a change such as counting would be made twice.
        throw client.error(
          .unreachable,
          call,
          "the value changed after an attempt that got no answer",
          outcome: .unknown
        )
      }
    }
    throw changesTooOften(path)
  }

  /// Adds to a number on the server, and returns what it is then; what is not a number counts as 0.
  ///
  /// It is never sent twice: where no answer comes, the error says that the outcome is not known.
  public func increment(at path: TreePath, by amount: Double) async throws -> Tree {
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
