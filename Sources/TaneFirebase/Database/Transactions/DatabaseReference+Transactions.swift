import TaneCore

extension DatabaseReference {
  /// Runs a transaction: changes the value at this location atomically, based on its current value.
  ///
  /// The block runs with the current value, and again whenever another client has changed that
  /// value in the meantime, up to 25 times as in the Firebase SDK. Unlike in the SDK, it never runs
  /// with a locally estimated value. The block runs on the caller's actor and should do nothing but
  /// change the data.
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
  ///   - block: The block that changes the data or aborts.
  ///   - isolation: The actor on which the block runs.
  /// - Returns: A Boolean value indicating whether the data was written, and the current data.
  /// - Throws: A `FirebaseError` with code `tooManyAttempts` if other clients kept changing the
  ///   value, or `invalidValue` for an invalid value; or an error from the store.
  @discardableResult
  public func runTransactionBlock(
    _ block: (MutableData) -> TransactionResult,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> (Bool, DataSnapshot) {
    let reader = try reader()
    return try await database.retrying {
      // Capturing `isolation` makes the closure and the block run on the caller's actor.
      _ = isolation
      let current = try await reader.exportedTree(at: path)
      let draft = TransactionDraft(current, of: self)
      guard let data = block(MutableData(draft)).data else {
        return (false, DataSnapshot(ref: self, exported: current))
      }
      try draft.check()
      let write = TreeWrite(path: path, value: data.result, expected: current)
      try await database.write([write])
      // Read again, because the store has resolved server values such as the time.
      return (true, DataSnapshot(ref: self, exported: try await reader.exportedTree(at: path)))
    }
  }
}
