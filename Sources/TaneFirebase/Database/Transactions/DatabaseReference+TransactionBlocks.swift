extension DatabaseReference {
  /// Runs a transaction on the value at this location, and returns immediately; the block runs on
  /// the main queue.
  public func runTransactionBlock(_ block: @escaping (MutableData) -> TransactionResult) {
    run(block, then: nil)
  }

  /// Runs a transaction on the value at this location, and calls a second block on completion.
  ///
  /// Both blocks run on the main queue: the first as described for
  /// `runTransactionBlock(_:isolation:)`, the second with the error or nil, a Boolean value that is
  /// true if the data was written, and the current data.
  ///
  /// ```swift
  /// reference.child("likes").runTransactionBlock { data in
  ///   data.value = (data.value as? Int ?? 0) + 1
  ///   return .success(withValue: data)
  /// } andCompletionBlock: { error, committed, snapshot in
  ///   print(error?.localizedDescription ?? "\(committed): \(snapshot?.value ?? 0)")
  /// }
  /// ```
  public func runTransactionBlock(
    _ block: @escaping (MutableData) -> TransactionResult,
    andCompletionBlock completionBlock: @escaping ((any Error)?, Bool, DataSnapshot?) -> Void
  ) {
    run(block, then: completionBlock)
  }

  /// Runs a transaction on the value at this location, and calls a second block on completion.
  ///
  /// - Parameters:
  ///   - block: The block that changes the data or aborts.
  ///   - completionBlock: The block to call on completion.
  ///   - localEvents: Has no effect: observers receive no intermediate values.
  public func runTransactionBlock(
    _ block: @escaping (MutableData) -> TransactionResult,
    andCompletionBlock completionBlock: (((any Error)?, Bool, DataSnapshot?) -> Void)?,
    withLocalEvents localEvents: Bool
  ) {
    run(block, then: completionBlock)
  }

  private func run(
    _ block: @escaping (MutableData) -> TransactionResult,
    then completion: (((any Error)?, Bool, DataSnapshot?) -> Void)?
  ) {
    let block = MainQueueBlock(block)
    let completion = completion.map { completion in
      CallQueue.Completion<(Bool, DataSnapshot)> { result in
        completion(result.failure, result.success?.0 ?? false, result.success?.1)
      }
    }
    database.calls.change({ try await self.runOnMainQueue(block) }, then: completion)
  }

  @MainActor
  private func runOnMainQueue(
    _ block: MainQueueBlock<MutableData, TransactionResult>
  ) async throws -> (Bool, DataSnapshot) {
    try await runTransactionBlock { block($0) }
  }
}
