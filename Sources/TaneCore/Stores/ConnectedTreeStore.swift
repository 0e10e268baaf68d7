/// A Realtime Database with a connection that delivers changes.
///
/// Without a connection, observers poll the database at intervals, and immediately after their own
/// writes.
public protocol ConnectedTreeReader: TreeReader {
  /// Returns a stream of values at a path: the current value, then the new value after each change.
  ///
  /// Values are in stored form, or in export form if the database has priorities
  /// (`keepsPriorities`). Slow consumers may receive only the newest value. The stream throws an
  /// error if the database can no longer be observed, and finishes without one if its consumer is
  /// canceled.
  func trees(at path: TreePath) -> AsyncThrowingStream<Tree, any Error>

  /// Closes the connection, which makes the database execute pending disconnect operations shortly
  /// after this call returns.
  ///
  /// Later calls open a new connection.
  func disconnect() async
}

/// A Realtime Database that executes disconnect operations when the connection of this process is
/// lost or closed.
public protocol ConnectedTreeStore: ConnectedTreeReader, TreeStore {
  /// Registers writes that the database performs atomically when the connection is lost or closed.
  ///
  /// Server values in the writes are resolved at that time.
  func updateOnDisconnect(_ writes: [TreeWrite]) async throws

  /// Cancels the disconnect operations at and below a path.
  func cancelDisconnectWrites(at path: TreePath) async throws
}

extension ConnectedTreeReader {
  /// The database itself, since it has a connection.
  public var connected: (any ConnectedTreeReader)? { self }
}

extension ConnectedTreeStore {
  /// The database itself, since it has a connection.
  public var connectedStore: (any ConnectedTreeStore)? { self }
}
