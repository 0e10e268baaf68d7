import Foundation
import TestSupport
import SystemPackage
import TaneCore
import TaneEmbedded
import Testing

@Suite("Embedded accounts")
struct AccountConformanceTests {
  @Test(
    "Embedded accounts in a file conform to their port",
    .serialized,
    arguments: AccountStoreConformance.checks
  )
  func file(check: AccountStoreConformance.Check) async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let environment = try EmbeddedEnvironment(path: path, access: .readWrite)
      try await check.run(on: environment.accounts("demo"))
    }
  }

  @Test(
    "Embedded accounts in memory conform to their port",
    .serialized,
    arguments: AccountStoreConformance.checks
  )
  func memory(check: AccountStoreConformance.Check) async throws {
    try await check.run(on: EmbeddedEnvironment.inMemory().accounts("demo"))
  }

  @Test("Embedded accounts survive reopening their file, separately for each project")
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

  @Test("Passwords are not stored in plain text and are verified after reopening the file")
  func passwords() async throws {
    try await withTemporaryFolder { folder in
      let path = folder.appending("store.sqlite")
      let text = "correct horse"
      var account = Account(localID: "a", createdAt: 5)
      account.password = .emulated(of: text, salt: "s:password=x")
      do {
        let accounts = try EmbeddedEnvironment(path: path, access: .readWrite).accounts("demo")
        try await accounts.put(account, replacing: nil)
        let item = AccountImport(Account(localID: "b", createdAt: 5), password: text)
        #expect(try await accounts.importAccounts([item]).isEmpty)
        // The form that the Firebase emulator uses in its exports.
        #expect(try await accounts.account(id: "a") == account)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.string) {
          let file = URL(fileURLWithPath: folder.appending(name).string)
          #expect(try Data(contentsOf: file).firstRange(of: Data(text.utf8)) == nil, "\(name)")
        }
      }
      let accounts = try EmbeddedEnvironment(path: path, access: .readWrite).accounts("demo")
      let ids = ["a", "b"]
      var hashes: Set<String> = []
      for id in ids {
        let found = try #require(try await accounts.account(id: id))
        hashes.insert(try #require(found.password?.hash))
        #expect(found.password?.hash.hasPrefix("scrypt:") == true)
        #expect(!accounts.isPassword("correct", of: found))
        #expect(accounts.isPassword(text, of: found))
        // Another store accepts the account of an export.
        let other = try EmbeddedEnvironment.inMemory().accounts("demo")
        try await other.put(found, replacing: nil)
        #expect(other.isPassword(text, of: found))
      }
      // Each password has its own salt.
      #expect(hashes.count == 2)
      // After a sign-in, the password is again available in the emulator's form.
      #expect(try await accounts.account(id: "a")?.password == account.password)
      try await accounts.put(account, replacing: account)
      #expect(try await accounts.delete(id: "a"))
    }
  }

  @Test("The description of an account does not show its password")
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
