import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting

/// Account clients for tests, which send requests to an emulator in memory or to a script.
enum TestAccounts {
  /// Returns an accounts emulator for one project, with accounts in memory and a fixed clock.
  static func emulator(
    _ store: any AccountStore = InMemoryAccountStore(),
    project: String = "demo"
  ) -> AccountsService {
    AccountsService(project: project, now: { 1_700_000_000_123 }) { $0 == project ? store : nil }
  }

  /// Returns an accounts client for an emulator.
  static func client(
    _ transport: any Transport,
    clock: TestClock = TestClock()
  ) throws -> IdentityToolkitClient {
    IdentityToolkitClient(
      location: try ProjectLocation(emulator: "http://127.0.0.1:9099", project: "demo"),
      connection: TestConnections.connection(transport, clock: clock)
    )
  }

  /// Returns an accounts client for Firebase with a production credential.
  static func firebase(
    _ transport: any Transport,
    _ credential: ServiceCredential = TestConnections.production,
    apiKey: String? = nil,
    clock: TestClock = TestClock()
  ) -> IdentityToolkitClient {
    IdentityToolkitClient(
      location: ProjectLocation(project: "demo"),
      connection: TestConnections.connection(transport, credential, clock: clock)
    ) { apiKey }
  }

  static func account(
    _ id: String,
    email: String? = nil,
    phoneNumber: String? = nil
  ) -> Account {
    var account = Account(localID: id, createdAt: 1000)
    account.email = email
    account.phoneNumber = phoneNumber
    return account
  }
}
