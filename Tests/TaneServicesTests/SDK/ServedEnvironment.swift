import HTTPTypes
import Synchronization
import TaneCore
import TaneEmulator
import TaneFirebase
import TaneServices
import TaneTesting
import Testing

/// The SDK-shaped API over clients of the network, and the emulator that they talk to over sockets.
struct ServedEnvironment {
  let server: EmulatorServer
  let databaseAddress: String
  let held: HeldStorage
  let manager: RealtimeDatabaseManager
  let root: DatabaseReference
  let bucket: StorageReference

  /// Runs a body with an environment of its own.
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

  /// Another client of the same database, as another process would be.
  func another() throws -> DatabaseReference {
    RealtimeDatabaseManager(databases: ["shops": try Self.client(at: databaseAddress)])
      .shopsReference
  }

  /// The data of the first event of an observation for which something holds.
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
      policy: RetryPolicy(firstDelay: .milliseconds(1))
    )
  }
}

/// An emulator of buckets whose answers to uploads can be held back.
final class HeldStorage: EmulatorService {
  /// Hears of every upload that is held back.
  let arrivals: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation
  private let service: any EmulatorService
  private let isHolding = Mutex(false)
  private let keys = Mutex<[AsyncStream<Void>.Continuation]>([])

  init(service: any EmulatorService) {
    self.service = service
    (arrivals, arrival) = AsyncStream.makeStream()
  }

  /// Holds back uploads from now on.
  func hold() { isHolding.withLock { $0 = true } }

  /// Lets all uploads go on.
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
