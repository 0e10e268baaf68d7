import TaneCore

/// A REST and gRPC client for a Firestore database in production or in an emulator; gRPC is used to
/// receive changes.
///
/// The API's limits determine this store's guarantees:
///
/// - A commit is one request, which the service applies atomically. A commit that exceeds one
///   request is rejected before it is sent (`tooLarge`); it is not divided, since it would no
///   longer be atomic.
/// - The expectations of a commit are checked by reading the documents in the same read-write
///   transaction as the commit. If they change before the commit, the service aborts the
///   transaction, which is retried up to the connection's number of attempts.
/// - A commit is retried only if it was not applied (no connection, `RESOURCE_EXHAUSTED`,
///   `ABORTED`, or `UNAVAILABLE`, which Google's own clients treat in the same way), or if its
///   preconditions prevent applying it twice. If a second attempt finds the result of the first
///   one, the commit counts as applied.
/// - Documents that are read together represent one point in time; if they exceed one request, they
///   are read in a read-only transaction. The pages of a listing may represent different times.
///
/// Changes are received over gRPC (`snapshots`), since REST does not support them. gRPC does not
/// work through a proxy; in that case, observers poll (`pollingInterval`).
///
/// See <https://cloud.google.com/firestore/docs/reference/rest>.
package struct FirestoreClient: DocumentStore {
  /// Settings for requests.
  package struct Settings: Sendable, Hashable {
    /// The maximum number of documents read by one request.
    package var documentsPerRequest = 1000
    /// The maximum size of a commit request, in bytes: 10 MiB
    /// (<https://cloud.google.com/firestore/quotas#writes_and_transactions>).
    package var maximumCommitBytes = 10 << 20
    /// The maximum number of documents per request when all documents are removed.
    package var removalsPerCommit = 500
    /// The range of polling intervals of observers; the shortest is used directly after a change.
    ///
    /// Firebase charges a read for each document in the response to a poll.
    package var pollingInterval: ClosedRange<Duration> = .seconds(1) ... .seconds(30)
    /// A Boolean value indicating whether the rate of new documents increases slowly
    /// (`DocumentRamp`).
    package var rampsUp = true

    /// Creates the settings for Firebase.
    package init() {}

    /// The settings for emulators, which do not charge for requests.
    package static let emulator: Settings = {
      var settings = Settings()
      settings.pollingInterval = .milliseconds(200) ... .seconds(5)
      settings.rampsUp = false
      return settings
    }()
  }

  /// The address of the database.
  package let location: FirestoreLocation
  /// The range of polling intervals of observers; the shortest is used directly after a change.
  package var pollingInterval: ClosedRange<Duration>? { settings.pollingInterval }
  let settings: Settings
  let client: ServiceClient
  let pages = PageTokenCache()
  let sessionHandle: ListenSessionHandle
  /// The throttle for new documents, or nil if their rate is unlimited.
  let throttle: DocumentThrottle?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - location: The location of the database.
  ///   - connection: The transport, the credential and the limits.
  ///   - settings: The settings for requests, or nil for the location's defaults.
  package init(
    location: FirestoreLocation,
    connection: ServiceConnection,
    settings: Settings? = nil
  ) {
    self.init(location: location, connection: connection, settings: settings) {
      try await GRPCLink.open($0, trust: connection.transport.trust)
    }
  }

  init(
    location: FirestoreLocation,
    connection: ServiceConnection,
    settings: Settings?,
    open: @escaping ListenSession.Connector
  ) {
    self.location = location
    let settings = settings ?? (location.isEmulator ? .emulator : Settings())
    self.settings = settings
    throttle = settings.rampsUp ? DocumentThrottle(clock: connection.clock) : nil
    client = ServiceClient(service: "firestore (\(location))", connection: connection)
    let session = ListenSession(location, client, open: open)
    sessionHandle = ListenSessionHandle(session)
    connection.user?.observe { [weak session] in Task { await session?.restartStream() } }
  }
}

/// A shared handle on a session; the session ends when the last client or observer releases it.
final class ListenSessionHandle: Sendable {
  let session: ListenSession

  init(_ session: ListenSession) { self.session = session }

  deinit { session.cancelConnection() }
}
