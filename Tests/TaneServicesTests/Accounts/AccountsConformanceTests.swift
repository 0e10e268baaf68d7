import TestSupport
import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting
import Testing

@Suite("Conformance of IdentityToolkitClient")
struct AccountsConformanceTests {
  @Test(
    "IdentityToolkitClient conforms to its port at an emulator",
    arguments: AccountStoreConformance.checks
  )
  func conforms(check: AccountStoreConformance.Check) async throws {
    let emulator = EmulatorTransport(service: TestAccounts.emulator())
    try await check.run(on: try TestAccounts.client(emulator))
  }

  /// All checks except one: Firebase does not accept a password hash without its algorithm.
  private static let productionChecks = AccountStoreConformance.checks.filter {
    $0.name != "accounts are read back unchanged by identifier, address and number"
  }

  @Test(
    "IdentityToolkitClient conforms to its port with production requests",
    arguments: productionChecks
  )
  func conformsInProduction(check: AccountStoreConformance.Check) async throws {
    let emulator = EmulatorTransport(service: TestAccounts.emulator())
    try await check.run(on: TestAccounts.firebase(emulator))
  }

  @Test("IdentityToolkitClient conforms to its port over sockets")
  func conformsOverSockets() async throws {
    let stores = InMemoryStores()
    let emulator = AccountsService(project: "demo", now: { 1_700_000_000_123 }) {
      stores.store(of: $0)
    }
    let server = try await EmulatorServer.start([EmulatorEndpoint("auth", emulator, port: 0)])
    let address = try #require(server.address(of: "auth"))
    let transport = AsyncHTTPTransport.patient()
    let projects = Counter()
    let conformance = Conformance(AccountStoreConformance.checks) {
      IdentityToolkitClient(
        location: try ProjectLocation(
          emulator: "http://\(address)",
          project: "test-\(projects.next())"
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

  @Test("A listing is read once for all its pages, and again after a minute")
  func listing() async throws {
    let store = InMemoryAccountStore()
    for number in 1000..<3500 {
      try await store.put(TestAccounts.account("user\(number)"), replacing: nil)
    }
    let emulator = EmulatorTransport(service: TestAccounts.emulator(store))
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let clock = TestClock()
    let client = try TestAccounts.client(transport, clock: clock)
    var ids: [String] = []
    while true {
      let page = try await client.accounts(after: ids.last, limit: 300)
      ids += page.map(\.localID)
      if page.count < 300 { break }
    }
    #expect(ids == (1000..<3500).map { "user\($0)" })
    #expect(transport.requests.count == 3)
    #expect(
      transport.requests[0].target
        == "/identitytoolkit.googleapis.com/v1/projects/demo/accounts:batchGet?maxResults=1000"
    )
    clock.advance(by: .seconds(61))
    _ = try await client.accounts(after: "user3000", limit: 1)
    #expect(transport.requests.count == 6)
  }
}
