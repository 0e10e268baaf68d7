public import TaneCore

/// A Firestore database of Firebase or of an emulator, over its REST API; changes are told over gRPC.
///
/// The API's limits determine this store's guarantees:
///
/// - A commit is one request, which the service makes as a whole or not at all. One that is larger than a
///   request may be is refused before it is sent (`tooLarge`); it is not divided, since parts would not be
///   one commit any more.
/// - What a commit expects is read again in a read-write transaction, and compared; the commit belongs to
///   that transaction. Whatever changes in between makes the service give the transaction up, and it is
///   run again, up to the connection's number of attempts.
/// - A commit is sent again only where it was not made (no connection, `RESOURCE_EXHAUSTED`, `ABORTED`, and
///   `UNAVAILABLE`, which Google's own clients take for that as well), or where its preconditions do not let
///   it be made twice. A second attempt that finds what the first one wrote counts as made.
/// - Documents that are read together are as of one time, up to the size of one request by themselves and
///   beyond it in a read-only transaction. The parts of a listing are not.
///
/// Changes are told over gRPC (`snapshots`), which has no part in REST. Behind a proxy, which gRPC does not go through,
/// observers ask again and again (`pollingInterval`).
///
/// See <https://cloud.google.com/firestore/docs/reference/rest>.
public struct FirestoreClient: DocumentStore {
  /// Settings for requests.
  public struct Settings: Sendable, Hashable {
    /// The most documents that one request reads.
    public var documentsPerRequest = 1000
    /// The most bytes of a commit's request: 10 MiB
    /// (<https://cloud.google.com/firestore/quotas#writes_and_transactions>).
    public var commitBytes = 10 << 20
    /// The most documents that one request removes where all are removed.
    public var removalsPerCommit = 500
    /// The polling interval of observers: the shortest, directly after a change, and the longest.
    ///
    /// At Google every question costs a read for each document of its answer.
    public var pollingInterval: ClosedRange<Duration> = .seconds(1) ... .seconds(30)

    /// Creates the settings for Firebase.
    public init() {}

    /// The settings for emulators, whose answers cost nothing.
    public static let emulator: Settings = {
      var settings = Settings()
      settings.pollingInterval = .milliseconds(200) ... .seconds(5)
      return settings
    }()
  }

  /// The address of the database.
  public let location: FirestoreLocation
  /// The time until observers ask again: the shortest one after a change, and the longest one.
  public var pollingInterval: ClosedRange<Duration>? { settings.pollingInterval }
  let settings: Settings
  let client: ServiceClient
  let pages = ListingPages()
  let hold: ListenSessionHold

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - location: Where the database is.
  ///   - connection: The transport, the credential and the limits.
  ///   - settings: How requests are made; nil for what suits the location.
  public init(
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
    open: @escaping ListenSession.Opening
  ) {
    self.location = location
    self.settings = settings ?? (location.isEmulator ? .emulator : Settings())
    client = ServiceClient(service: "firestore (\(location))", connection: connection)
    let session = ListenSession(location, client, open: open)
    hold = ListenSessionHold(session)
    connection.user?.observe { [weak session] in Task { await session?.beginAnew() } }
  }
}
