/// A Realtime Database that writes when the connection of this process to it ends, however that happens.
public protocol DisconnectTreeStore: TreeStore {
  /// Leaves writes with the database: all of them at once, or none, when the connection ends.
  ///
  /// Their values may hold server values, which get theirs then.
  func updateOnDisconnect(_ writes: [TreeWrite]) async throws

  /// Forgets the writes at a path and below it that were left with the database.
  func cancelDisconnectWrites(at path: TreePath) async throws

  /// Ends the connection; the database makes the writes that were left with it, soon after this returns.
  ///
  /// Whatever is asked for afterwards goes over another one.
  func disconnect() async
}
