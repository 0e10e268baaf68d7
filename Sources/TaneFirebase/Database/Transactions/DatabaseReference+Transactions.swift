import TaneCore

extension DatabaseReference {
  /// Changes the value here by what it is now, and by nothing that others write meanwhile.
  ///
  /// The block is run with the value that the store has, and again with the newer one each time that
  /// another write comes in between: up to 25 times, as by Firebase's SDK. Unlike the SDK's, it does not
  /// see a guess first. It runs on the caller's actor, and should do nothing but change the data.
  ///
  /// ```swift
  /// let (committed, snapshot) = try await stock.runTransactionBlock { data in
  ///   guard let left = data.value as? Int, left > 0 else { return .abort() }
  ///   data.value = left - 1
  ///   return .success(withValue: data)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - block: What changes the data, or aborts.
  ///   - isolation: The actor on which the block runs.
  /// - Returns: Whether the data were written, and what stands here now.
  /// - Throws: A `FirebaseError` of code `tooManyAttempts` where others kept coming in between, of code
  ///   `invalidValue` for what cannot be written; and what the store throws.
  @discardableResult
  public func runTransactionBlock(
    _ block: (MutableData) -> TransactionResult,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (Bool, DataSnapshot) {
    let reader = try reader()
    return try await database.retrying {
      // Named, so that the closure belongs to the caller's actor as well, and the block runs there.
      _ = isolation
      let current = try await reader.exportedTree(at: path)
      let draft = TransactionDraft(current, of: self)
      guard let data = block(MutableData(draft)).data else {
        return (false, DataSnapshot(ref: self, exported: current))
      }
      try draft.check()
      let write = TreeWrite(path: path, value: data.result, expected: current)
      try await database.write([write])
      // The store has filled in what only it knows, such as the time.
      return (true, DataSnapshot(ref: self, exported: try await reader.exportedTree(at: path)))
    }
  }
}
