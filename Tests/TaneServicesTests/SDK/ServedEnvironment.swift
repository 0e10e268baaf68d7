import HTTPTypes
import Synchronization
import TaneCore
import TaneEmulator
import TaneFirebase
import TaneServices
import TaneTesting
import Testing

/// The SDK-style API with network clients, and the emulator to which they are connected over
/// sockets.
struct ServedEnvironment {
  let server: EmulatorServer
  let databaseAddress: String
  let held: HeldStorage
  let manager: RealtimeDatabaseManager
  let root: DatabaseReference
  let bucket: StorageReference

  /// Calls `body` with a new environment.
  static func run(
    _ body: (ServedEnvironment) async throws -> Void
  ) async throws {
    let database = TestConnections.databaseEmulator()
    let storage = HeldStorage(service: try TestConnections.storageEmulator())
    let server = try await EmulatorServer.start([
      EmulatorEndpoint("database", database, webSockets: database, port: 0),
      EmulatorEndpoint("storage", storage, port: 0),
    ])
    let environment = try ServedEnvironment(
      server,
      server.address(of: "database") ?? "",
      server.address(of: "storage") ?? "",
      storage
    )
    do {
      try await body(environment)
    } catch {
      Issue.record(error)
    }
    storage.release()
    await server.shutDown()
  }

  private init(
    _ server: EmulatorServer,
    _ database: String,
    _ storage: String,
    _ held: HeldStorage
  ) throws {
    self.server = server
    self.held = held
    databaseAddress = database
    manager = RealtimeDatabaseManager(databases: ["shops": try Self.client(at: database)])
    root = manager.shopsReference
    let client = CloudStorageBucket(
      name: "images",
      location: try BucketLocation(emulator: "http://\(storage)", bucket: "demo"),
      connection: Self.connection
    )
    bucket = FirebaseStorageManager(buckets: ["images": client]).storageReference
  }

  /// Returns a reference of another client of the same database, like that of another process.
  func another() throws -> DatabaseReference {
    RealtimeDatabaseManager(databases: ["shops": try Self.client(at: databaseAddress)])
      .shopsReference
  }

  /// Returns the first snapshot of an observation that satisfies a condition.
  static func first(
    _ events: AsyncThrowingStream<DataSnapshot, any Error>,
    where holds: (DataSnapshot) -> Bool
  ) async throws -> DataSnapshot? {
    for try await snapshot in events where holds(snapshot) { return snapshot }
    return nil
  }

  private static func client(at address: String) throws -> RealtimeDatabaseClient {
    RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://\(address)", namespace: "demo"),
      connection: connection
    )
  }

  private static var connection: ServiceConnection {
    ServiceConnection(
      transport: AsyncHTTPTransport.patient(),
      credential: .owner,
      policy: RetryPolicy(initialDelay: .milliseconds(1))
    )
  }
}

/// A storage emulator whose responses to uploads can be delayed.
final class HeldStorage: EmulatorService {
  /// A stream with an element for each delayed upload.
  let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation
  private let service: any EmulatorService
  private let isHolding = Mutex(false)
  private let keys = Mutex<[AsyncStream<Void>.Continuation]>([])

  init(service: any EmulatorService) {
    self.service = service
    (arrivals, arrival) = AsyncStream.makeStream()
  }

  /// Delays uploads from now on.
  func hold() { isHolding.withLock { $0 = true } }

  /// Continues all delayed uploads.
  func release() { keys.withLock { keys in keys.forEach { $0.finish() } } }

  func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if request.head.method == .post, isHolding.withLock({ $0 }) {
      arrival.yield()
      let (gate, key) = AsyncStream.makeStream(of: Void.self)
      keys.withLock { $0.append(key) }
      for await _ in gate {}
    }
    return await service.respond(to: request)
  }
}
