extension DatabaseReference {
  /// Changes the value here by what it is now, without waiting for it; the block is run on the main queue.
  public func runTransactionBlock(_ block: @escaping (MutableData) -> TransactionResult) {
    run(block, then: nil)
  }

  /// Changes the value here by what it is now, and calls a second block when that is done.
  ///
  /// Both blocks are run on the main queue: the first one as `runTransactionBlock(_:isolation:)` says, the
  /// second one with the error or nil, whether the data were written, and what stands here now.
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

  /// Changes the value here by what it is now, and calls a second block when that is done.
  ///
  /// - Parameters:
  ///   - block: What changes the data, or aborts.
  ///   - completionBlock: What is called when that is done.
  ///   - localEvents: Whether observers see guesses of the SDK; there are none here, so it does not matter.
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
