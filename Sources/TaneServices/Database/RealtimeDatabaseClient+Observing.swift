public import TaneCore

extension RealtimeDatabaseClient {
  /// Streams the value at a path, followed by its changes.
  ///
  /// A connection that ends is made again after a pause, a token that ends is renewed; where somebody signs in or out, it is
  /// made again in their name. The stream ends with an error where the service takes the right to read away, or
  /// neither it nor a token can be reached in as many attempts as the connection's policy has; ending the loop
  /// over it ends the observation. Events wait for whoever reads slowly.
  ///
  /// See <https://firebase.google.com/docs/database/rest/retrieve-data#section-rest-streaming>.
  public func events(at path: TreePath) -> AsyncThrowingStream<DatabaseEvent, any Error> {
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
