extension DatabaseQuery {
  /// Reads the selected data, and calls a block on the main queue with the data or the error.
  ///
  /// ```swift
  /// reference.child("shops").getData { error, snapshot in
  ///   guard error == nil else { return }
  ///   print(snapshot?.childrenCount ?? 0)
  /// }
  /// ```
  public func getData(completion block: @escaping ((any Error)?, DataSnapshot?) -> Void) {
    database.calls.read(
      { try await self.snapshot() },
      then: MainQueueBlock { block($0.failure, $0.success) }
    )
  }

  /// Does nothing: there is no local cache to keep synchronized.
  public func keepSynced(_ keepSynced: Bool) {}
}
