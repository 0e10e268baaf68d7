import TaneCore
import TaneEmbedded
import TaneEmulator

/// An emulator in the test's process, on free ports and with stores in memory.
struct EmulatedServices: Sendable {
  private static let environments = ["local", "staging"]

  private let server: EmulatorServer

  static func start(_ disturbance: Disturbance) async throws -> EmulatedServices {
    let stores = try EmbeddedEnvironment.inMemory()
    let database = DatabaseEmulator([:], defaultDatabase: "shops") { stores.database($0) }
    let storage = StorageService(
      buckets: StorageBuckets { DisturbedObjectStore(base: stores.bucket($0), disturbance) }
    )
    let now: @Sendable () -> Int64 = { EmbeddedEnvironment.millisecondsSince1970() }
    let documents = FirestoreService(now: now) { stores.documents($0) }
    let config = RemoteConfigService { stores.remoteConfig($0) }
    // Sign-in requests do not name a project, so each project needs its own service.
    let accounts = environments.map { environment in
      EmulatorEndpoint(
        "auth-\(environment)",
        AccountsService(project: "demo-\(environment)", now: now) { stores.accounts($0) },
        port: 0
      )
    }
    let endpoints = [
      EmulatorEndpoint(
        "database",
        DisturbedService(base: database, disturbance),
        webSockets: database,
        port: 0
      ),
      EmulatorEndpoint("storage", storage, port: 0),
      EmulatorEndpoint("firestore", documents, grpc: documents, port: 0),
      EmulatorEndpoint("remoteconfig", config, port: 0),
    ]
    return EmulatedServices(server: try await EmulatorServer.start(endpoints + accounts))
  }

  func shutDown() async { await server.shutDown() }

  /// Returns the services of a profile, which are separate for each environment.
  func profile(of environment: String) -> String {
    """
    guard: open
    project: demo-\(environment)
    databases:
      shops: http://\(address("database"))?ns=\(environment)-shops
      users: http://\(address("database"))?ns=\(environment)-users
    buckets:
      images: http://\(address("storage"))/\(environment)-images
    firestore: http://\(address("firestore"))/projects/demo-\(environment)/databases/(default)
    accounts: http://\(address("auth-\(environment)"))/demo-\(environment)
    remoteConfig: http://\(address("remoteconfig"))/demo-\(environment)

    """
  }

  private func address(_ service: String) -> String {
    server.address(of: service) ?? "nowhere"
  }
}
