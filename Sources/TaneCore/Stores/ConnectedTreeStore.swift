/// A Realtime Database with a connection, over which it tells of its changes by itself.
///
/// What observes a database of another kind asks it again and again, and at once after writes of its own.
public protocol ConnectedTreeReader: TreeReader {
  /// The value at a path now, and again after every change, in stored form; of a database that keeps
  /// priorities (`keepsPriorities`), in export form.
  ///
  /// Whoever reads slowly may be given the newest value alone. The stream ends with an error when the
  /// database can observe no longer, and without one when its reader is cancelled.
  func trees(at path: TreePath) -> AsyncThrowingStream<Tree, any Error>

  /// Ends the connection; the database makes the writes that were left with it, soon after this returns.
  ///
  /// Whatever is asked for afterwards goes over another one.
  func disconnect() async
}

/// A Realtime Database that writes when the connection of this process to it ends, however that happens.
public protocol ConnectedTreeStore: ConnectedTreeReader, TreeStore {
  /// Leaves writes with the database: all of them at once, or none, when the connection ends.
  ///
  /// Their values may hold server values, which get theirs then.
  func updateOnDisconnect(_ writes: [TreeWrite]) async throws

  /// Forgets the writes at a path and below it that were left with the database.
  func cancelDisconnectWrites(at path: TreePath) async throws
}

extension ConnectedTreeReader {
  /// The database itself.
  public var connected: (any ConnectedTreeReader)? { self }
}

extension ConnectedTreeStore {
  /// The database itself.
  public var connectedStore: (any ConnectedTreeStore)? { self }
}
