package import TaneCore

/// A shared handle on a session; the session ends when the last client or observer releases it.
final class DatabaseSessionHandle: Sendable {
  let session: DatabaseSession

  init(_ session: DatabaseSession) {
    self.session = session
  }

  deinit { session.cancelConnection() }
}

extension RealtimeDatabaseClient: ConnectedTreeStore {
  /// Streams the value at a path and every later version of it, in export form.
  ///
  /// All observers share one WebSocket connection, which is reopened if it breaks. Slow readers
  /// receive only the newest value. The stream ends with an error if the service revokes read
  /// access, or if no connection succeeds within the policy's number of attempts before the first
  /// value; after the first value, attempts continue.
  package func trees(at path: TreePath) -> AsyncThrowingStream<Tree, any Error> {
    let sessionHandle = sessionHandle
    let (replicas, reader) = TreeReplica.Readers.makeStream(bufferingPolicy: .bufferingNewest(1))
    let task = Task { await sessionHandle.session.addReader(reader, of: path) }
    reader.onTermination = { _ in
      Task { await sessionHandle.session.removeReader(await task.value, at: path) }
    }
    return AsyncThrowingStream {
      var iterator = replicas.makeAsyncIterator()
      return try await iterator.next()?.tree
    }
  }

  /// The maximum size in bytes of a write over WebSocket, as in the official clients
  /// (<https://firebase.google.com/docs/database/usage/limits>).
  static let maximumMessageBytes = 16 << 20

  /// Registers writes that the service applies atomically when the connection of this client ends,
  /// even if its process is killed.
  ///
  /// If the connection breaks, the service applies the writes; after a reconnection they are
  /// registered again.
  package func updateOnDisconnect(_ writes: [TreeWrite]) async throws {
    try Task.checkCancellation()
    guard !writes.isEmpty else { return }
    try UpdateCheck.checkExported(writes, database: name, service: client.service)
    try await sessionHandle.session.registerDisconnectWrites(writes)
  }

  /// Cancels the disconnect operations at and below a path.
  package func cancelDisconnectWrites(at path: TreePath) async throws {
    try Task.checkCancellation()
    try await sessionHandle.session.cancelDisconnectOperations(at: path)
  }

  /// Ends the connection, so that the service runs the disconnect operations soon after this method
  /// returns.
  package func disconnect() async { await sessionHandle.session.disconnect() }
}
