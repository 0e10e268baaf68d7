package import TaneCore

extension RealtimeDatabaseClient {
  /// Streams the value at a path, followed by its changes.
  ///
  /// A broken connection is reopened after a pause and an expired token is renewed; when the user
  /// changes, a connection is opened for the new one. The stream ends with an error if the service
  /// revokes read access, or if neither the service nor a token is available within the number of
  /// attempts in the connection's policy; ending the iteration ends the observation. Events are
  /// buffered for slow readers.
  ///
  /// See <https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-streaming>.
  package func events(at path: TreePath) -> AsyncThrowingStream<DatabaseEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await DatabaseObservation(database: self, path: path) { continuation.yield($0) }.run()
          continuation.finish()
        } catch is CancellationError {
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
