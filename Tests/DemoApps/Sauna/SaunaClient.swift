public import DemoModels
public import TaneFirebase

/// A client for saunas, with closures that tests and previews replace.
public struct SaunaClient: Sendable {
  /// Streams the states of a sauna, now and after every change, until the consumer stops.
  public var listen:
    @Sendable (_ saunaID: String) -> AsyncThrowingStream<SaunaCurrentStates, any Error>

  /// Streams the identifiers of the open saunas, now and after every change, until the consumer
  /// stops.
  public var listenToOpen: @Sendable () -> AsyncThrowingStream<[String], any Error>

  /// Creates a client.
  public init(
    listen:
      @escaping @Sendable (_ saunaID: String) -> AsyncThrowingStream<
        SaunaCurrentStates, any Error
      >,
    listenToOpen: @escaping @Sendable () -> AsyncThrowingStream<[String], any Error>
  ) {
    self.listen = listen
    self.listenToOpen = listenToOpen
  }
}

extension SaunaClient {
  /// Returns the client for the documents of the Firestore collection `sauna`.
  public static func live(_ firestore: Firestore) -> SaunaClient {
    let saunas = firestore.collection("sauna")
    return SaunaClient { saunaID in
      stream { continuation in
        saunas.document(saunaID).addSnapshotListener { snapshot, error in
          continuation.receive(error) {
            guard let snapshot, snapshot.exists else { throw SaunaError.unknownSauna(saunaID) }
            return try snapshot.data(as: SaunaCurrentStates.self)
          }
        }
      }
    } listenToOpen: {
      stream { continuation in
        saunas.whereField("isOpen", isEqualTo: true).addSnapshotListener { snapshot, error in
          continuation.receive(error) { snapshot?.documents.map(\.documentID) ?? [] }
        }
      }
    }
  }

  /// The client for screens without a sauna; its streams have no elements.
  public static let noop = SaunaClient(
    listen: { _ in AsyncThrowingStream { $0.finish() } },
    listenToOpen: { AsyncThrowingStream { $0.finish() } }
  )

  /// The client for tests; each closure fails unless the test has replaced it.
  public static let test = SaunaClient(
    listen: { _ in unimplemented("listen") },
    listenToOpen: { unimplemented("listenToOpen") }
  )

  private static func unimplemented<Value>(
    _ name: String
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { $0.finish(throwing: SaunaError.unimplemented("SaunaClient.\(name)")) }
  }

  /// Returns a stream of a listener's values; the listener is removed when the consumer stops.
  private static func stream<Value>(
    _ listen: (AsyncThrowingStream<Value, any Error>.Continuation) -> any ListenerRegistration
  ) -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream { continuation in
      let registration = listen(continuation)
      continuation.onTermination = { _ in registration.remove() }
    }
  }
}

extension AsyncThrowingStream.Continuation where Failure == any Error {
  /// Yields a listener's value, or ends with its error.
  fileprivate func receive(_ error: (any Error)?, _ value: () throws -> Element) {
    do {
      if let error { throw error }
      yield(try value())
    } catch {
      finish(throwing: error)
    }
  }
}
