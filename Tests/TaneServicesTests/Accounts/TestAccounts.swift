import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting

/// Accounts for tests: clients of an emulator in memory, and of scripts.
enum TestAccounts {
  /// An emulator of accounts in memory, of one project; its clock stands still.
  static func emulator(
    _ store: any AccountStore = InMemoryAccountStore(),
    project: String = "demo"
  ) -> AccountsService {
    AccountsService(project: project, now: { 1_700_000_000_123 }) { $0 == project ? store : nil }
  }

  /// The client of accounts of an emulator.
  static func client(
    _ transport: any Transport,
    clock: TestClock = TestClock()
  ) throws -> IdentityToolkitClient {
    IdentityToolkitClient(
      location: try ProjectLocation(emulator: "http://127.0.0.1:9099", project: "demo"),
      connection: TestConnections.connection(transport, clock: clock)
    )
  }

  /// The client of accounts of Firebase, asked with a production credential.
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
