public import DemoModels
public import TaneFirebase

/// What the app asks of a sauna, as a value of closures that tests and previews replace.
public struct SaunaClient: Sendable {
  /// The states of a sauna now and after every change, until whoever listens stops.
  public var listen:
    @Sendable (_ saunaID: String) -> AsyncThrowingStream<SaunaCurrentStates, any Error>

  /// Creates a client.
  public init(
    listen:
      @escaping @Sendable (_ saunaID: String) -> AsyncThrowingStream<
        SaunaCurrentStates, any Error
      >
  ) {
    self.listen = listen
  }
}

extension SaunaClient {
  /// The client over the documents of the Firestore collection `sauna`.
  public static func live(_ firestore: Firestore) -> SaunaClient {
    SaunaClient { saunaID in
      AsyncThrowingStream { continuation in
        let sauna = firestore.collection("sauna").document(saunaID)
        let registration = sauna.addSnapshotListener { snapshot, error in
          do {
            if let error { throw error }
            guard let snapshot, snapshot.exists else { throw SaunaError.unknownSauna(saunaID) }
            continuation.yield(try snapshot.data(as: SaunaCurrentStates.self))
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in registration.remove() }
      }
    }
  }

  /// The client of tests: it fails whoever uses what the test has not replaced.
  public static let test = SaunaClient { _ in
    AsyncThrowingStream { $0.finish(throwing: SaunaError.unimplemented("SaunaClient.listen")) }
  }
}
