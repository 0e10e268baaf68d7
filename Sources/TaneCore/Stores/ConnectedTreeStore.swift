/// A Realtime Database with a connection that delivers changes.
///
/// Observers poll databases without a connection at intervals and immediately after their own
/// writes.
public protocol ConnectedTreeReader: TreeReader {
  /// Returns a stream of the value at a path: the current one, then one after every change.
  ///
  /// Values are in stored form, or in export form for a database with priorities
  /// (`keepsPriorities`). Slow consumers may receive only the newest value. The stream ends with an
  /// error when the database can no longer be observed, and without an error when its consumer is
  /// cancelled.
  func trees(at path: TreePath) -> AsyncThrowingStream<Tree, any Error>

  /// Closes the connection; the database then executes the pending disconnect operations, soon
  /// after this returns.
  ///
  /// Later calls open another connection.
  func disconnect() async
}

/// A Realtime Database that executes disconnect operations when the connection of this process ends
/// for any reason.
public protocol ConnectedTreeStore: ConnectedTreeReader, TreeStore {
  /// Registers writes that the database applies atomically when the connection ends.
  ///
  /// Server values in them are resolved at that time.
  func updateOnDisconnect(_ writes: [TreeWrite]) async throws

  /// Cancels the disconnect operations at and below a path.
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
