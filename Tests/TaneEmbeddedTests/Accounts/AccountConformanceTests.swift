import SystemPackage
import TaneCore
import TaneEmbedded
import TaneTesting
import Testing

@Suite("The embedded accounts")
struct AccountConformanceTests {
  @Test("conform to their port in a file", arguments: AccountStoreConformance.checks)
  func file(check: AccountStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      try await check.run(on: environment.accounts("demo"))
    }
  }

  @Test("conform to their port in memory", arguments: AccountStoreConformance.checks)
  func memory(check: AccountStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().accounts("demo"))
  }

  @Test("are found again when their file is opened anew, each project's apart")
  func persistence() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let missing = try EmbeddedEnvironment(path: path, access: .readOnly).accounts("demo")
      #expect(try await missing.account(id: "a") == nil)
      let account = Account(localID: "a", createdAt: 5)
      do {
        let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
        try await environment.accounts("demo").put(account, replacing: nil)
      }
      let environment = try EmbeddedEnvironment(path: path, access: .readOnly)
      #expect(try await environment.accounts("demo").account(id: "a") == account)
      #expect(try await environment.accounts("other").account(id: "a") == nil)
    }
  }

  @Test("do not show passwords where they are described")
  func redaction() {
    var account = Account(localID: "a", createdAt: 0)
    account.password = AccountPassword(hash: "secret", salt: "secret")
    var dumped = ""
    dump(account, to: &dumped)
    for text in ["\(account)", String(reflecting: account), dumped] {
      #expect(!text.contains("secret"))
    }
  }
}
