import TestSupport
import TaneCore
import TaneEmulator
import TaneServices
import Testing

@Suite("Conformance of RealtimeDatabaseClient")
struct DatabaseConformanceTests {
  @Test(
    "RealtimeDatabaseClient conforms to its port without a network",
    arguments: TreeStoreConformance.checks
  )
  func conforms(check: TreeStoreConformance.Check) async throws {
    let emulator = TestConnections.databaseEmulator()
    try await check.run(on: try TestConnections.database(EmulatorTransport(service: emulator)))
  }

  @Test("RealtimeDatabaseClient conforms to its port over sockets")
  func conformsOverSockets() async throws {
    let emulator = TestConnections.databaseEmulator()
    let server = try await EmulatorServer.start([EmulatorEndpoint("database", emulator, port: 0)])
    let address = try #require(server.address(of: "database"))
    let transport = AsyncHTTPTransport.patient()
    let databases = Counter()
    let conformance = Conformance(TreeStoreConformance.checks) {
      RealtimeDatabaseClient(
        name: "shops",
        location: try DatabaseLocation(
          emulator: "http://\(address)",
          namespace: "test-\(databases.next())"
        ),
        connection: ServiceConnection(transport: transport, credential: .owner)
      )
    }
    do {
      try await conformance.run()
    } catch {
      Issue.record(error)
    }
    await server.shutDown()
  }

  @Test(
    "RealtimeDatabaseClient keeps priorities",
    arguments: ExportFormConformance.checks.prefix(10)
  )
  func priorities(check: TreeStoreConformance.Check) async throws {
    let emulator = TestConnections.databaseEmulator()
    let database = try TestConnections.database(EmulatorTransport(service: emulator))
    try await check.run(on: database)
  }
}
