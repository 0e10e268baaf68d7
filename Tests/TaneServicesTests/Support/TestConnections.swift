import CryptoExtras
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneServices
import TaneTesting

/// Clients for tests.
enum TestConnections {
  static let secret = "ya29.secret-token-of-production"

  /// A connection that a script answers.
  static func connection(
    _ transport: any Transport,
    _ credential: ServiceCredential = .owner,
    clock: TestClock = TestClock()
  ) -> ServiceConnection {
    ServiceConnection(transport: transport, credential: credential, clock: clock.clock)
  }

  /// The credential of a token that was given.
  static var production: ServiceCredential { .google(GoogleCredential(accessToken: secret)) }

  /// The database *shops* of an emulator that answers by a script.
  static func database(
    _ transport: any Transport,
    clock: TestClock = TestClock(),
    _ change: (inout RealtimeDatabaseClient.Settings) -> Void = { _ in }
  ) throws -> RealtimeDatabaseClient {
    var settings = RealtimeDatabaseClient.Settings()
    change(&settings)
    return RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
      connection: connection(transport, clock: clock),
      settings: settings
    )
  }

  /// The database *shops* of Firebase, asked with a production credential.
  static func firebase(
    _ transport: any Transport,
    _ credential: ServiceCredential = production,
    clock: TestClock = TestClock()
  ) throws -> RealtimeDatabaseClient {
    RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(firebase: "https://demo-shops.firebaseio.com"),
      connection: connection(transport, credential, clock: clock)
    )
  }

  /// The bucket *images* of an emulator.
  static func bucket(
    _ transport: any Transport,
    clock: TestClock = TestClock(),
    _ change: (inout CloudStorageBucket.Settings) -> Void = { _ in }
  ) throws -> CloudStorageBucket {
    var settings = CloudStorageBucket.Settings()
    change(&settings)
    return CloudStorageBucket(
      name: "images",
      location: try BucketLocation(emulator: "http://127.0.0.1:9199", bucket: "demo"),
      connection: connection(transport, clock: clock),
      settings: settings
    )
  }

  /// An emulator of databases in memory.
  static func databaseEmulator(
    _ store: InMemoryTreeStore = InMemoryTreeStore(),
    keepAlive: Duration = .seconds(30)
  ) -> DatabaseEmulator {
    DatabaseEmulator(
      ["demo": store],
      defaultDatabase: "demo",
      settings: .init(keepAlive: keepAlive, now: { 1_700_000_000_000 })
    ) { _ in InMemoryTreeStore() }
  }

  /// An emulator of buckets in memory.
  static func storageEmulator() throws -> StorageService {
    let environment = try EmbeddedEnvironment.inMemory()
    return StorageService(buckets: StorageBuckets(names: ["demo"]) { environment.bucket($0) })
  }

  /// A key that signs nothing but the assertions of tests.
  static let privateKey: Result<_RSA.Signing.PrivateKey, any Error> = Result {
    try _RSA.Signing.PrivateKey(keySize: .bits2048)
  }
}
