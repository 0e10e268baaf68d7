import CryptoExtras
import TaneCore
import TaneEmbedded
import TaneEmulator
import TaneServices
import TaneTesting

/// Clients for tests.
enum TestConnections {
  static let secret = "ya29.secret-token-of-production"

  /// Returns a connection with a transport, such as a script.
  static func connection(
    _ transport: any Transport,
    _ credential: ServiceCredential = .owner,
    clock: TestClock = TestClock()
  ) -> ServiceConnection {
    ServiceConnection(transport: transport, credential: credential, clock: clock.clock)
  }

  /// The credential of a given access token.
  static var production: ServiceCredential { .google(GoogleCredential(accessToken: secret)) }

  /// Returns a client of the emulator database *shops*.
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

  /// Returns a client of the Firebase database *shops* with a production credential.
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

  /// Returns a client of the emulator bucket *images*.
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

  /// Returns a database emulator with data in memory.
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

  /// Returns a storage emulator with data in memory.
  static func storageEmulator() throws -> StorageService {
    let environment = try EmbeddedEnvironment.inMemory()
    return StorageService(buckets: StorageBuckets(names: ["demo"]) { environment.bucket($0) })
  }

  /// A key that signs only the assertions of tests.
  static let privateKey: Result<_RSA.Signing.PrivateKey, any Error> = Result {
    try _RSA.Signing.PrivateKey(keySize: .bits2048)
  }
}
