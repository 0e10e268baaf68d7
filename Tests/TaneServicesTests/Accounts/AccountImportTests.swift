import TaneCore
import TaneEmulator
import TaneFormats
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Import of accounts")
struct AccountImportTests {
  @Test("Accounts are imported in batches of 1,000, and rejected ones are reported one by one")
  func batches() async throws {
    let store = InMemoryAccountStore()
    let taken = TestAccounts.account("taken", email: "taken@example.com")
    try await store.put(taken, replacing: nil)
    let emulator = EmulatorTransport(service: TestAccounts.emulator(store))
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let client = TestAccounts.firebase(transport)
    var imports = (0..<1001).map { AccountImport(TestAccounts.account("user\($0)")) }
    imports += [
      AccountImport(TestAccounts.account("taken")),
      AccountImport(TestAccounts.account("a", email: "taken@example.com")),
      AccountImport(TestAccounts.account("b", email: "b@example.com")),
      AccountImport(TestAccounts.account("c", email: "b@example.com")),
      AccountImport(TestAccounts.account("gone"), replacing: TestAccounts.account("gone")),
    ]
    let failures = try await client.importAccounts(imports)
    #expect(
      failures == [
        AccountImportFailure(
          localID: "taken",
          message: "an account with this identifier already exists"
        ),
        AccountImportFailure(localID: "a", message: "another account has this email address"),
        AccountImportFailure(localID: "c", message: "another account has this email address"),
        AccountImportFailure(
          localID: "gone",
          message: "another client changed or removed the account"
        ),
      ]
    )
    let ids = try await store.accounts(after: nil, limit: .max).map(\.localID)
    #expect(Set(ids) == Set((0..<1001).map { "user\($0)" } + ["taken", "b"]))
    let methods = transport.requests.map { String($0.target.drop { $0 != ":" }) }
    #expect(methods == Array(repeating: ":lookup", count: 11) + [":batchCreate", ":batchCreate"])
  }

  @Test("An account in an import can take the address that another account in it gives up")
  func addressPassedOn() async throws {
    let client = TestAccounts.firebase(EmulatorTransport(service: TestAccounts.emulator()))
    let old = TestAccounts.account("a", email: "x@example.com")
    try await client.put(old, replacing: nil)
    let moved = TestAccounts.account("a", email: "y@example.com")
    let new = TestAccounts.account("b", email: "x@example.com")
    let imports = [AccountImport(moved, replacing: old), AccountImport(new)]
    #expect(try await client.importAccounts(imports).isEmpty)
    #expect(try await client.account(email: "x@example.com")?.localID == "b")
    #expect(try await client.account(email: "y@example.com")?.localID == "a")
  }

  @Test("A plain password is sent to an emulator, which then accepts it for sign-in")
  func emulatorPassword() async throws {
    let client = try TestAccounts.client(EmulatorTransport(service: TestAccounts.emulator()))
    let account = TestAccounts.account("a", email: "a@example.com")
    #expect(try await client.importAccounts([AccountImport(account, password: "secret1")]) == [])
    #expect(try await client.signIn(email: "a@example.com", password: "secret1").localID == "a")
    await #expect(throws: AccountError(code: "INVALID_PASSWORD")) {
      try await client.signIn(email: "a@example.com", password: "secret2")
    }
  }

  @Test("Only the hash and salt of a plain password are sent to Firebase")
  func hashedPassword() async throws {
    let transport = TestTransport([.json("{}")])
    let account = TestAccounts.account("a", email: "a@example.com")
    let imports = [AccountImport(account, password: "secret1")]
    #expect(try await TestAccounts.firebase(transport).importAccounts(imports) == [])
    #expect(
      transport.lines == [
        "POST https://identitytoolkit.googleapis.com/v1/projects/demo/accounts:lookup",
        "POST https://identitytoolkit.googleapis.com/v1/projects/demo/accounts:batchCreate",
      ]
    )
    let text = transport.requests[1].text
    #expect(!text.contains("secret1"))
    let body = try #require(JSONReader().read(Array(text.utf8), named: "body").tree)
    let user = try #require(body["users"]?.children[0])
    let salt = try #require(user["salt"]?.string.flatMap(Self.bytes))
    #expect(salt.count == 16)
    let hash = try PasswordHash.hash(of: "secret1", salt: salt)
    #expect(user["passwordHash"]?.string.flatMap(Self.bytes) == hash)
    let rest = body.children.filter { $0.key != "users" }.map { "\($0.key ?? ""): \($0.text)" }
    #expect(
      rest.sorted() == [
        "allowOverwrite: false", "blockSize: 8", "cpuMemCost: 1024", "dkLen: 64",
        "hashAlgorithm: STANDARD_SCRYPT", "parallelization: 16", "sanityCheck: true",
      ]
    )
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    let standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    return Base64.bytes(of: String(standard) + padding)
  }

  @Test("A hash of an unknown algorithm is not sent to Firebase")
  func foreignHash() async throws {
    let transport = TestTransport([.json("{}")])
    var account = TestAccounts.account("a")
    account.password = .emulated(of: "secret1", salt: "x")
    let message =
      "the algorithm of its password hash is unknown; specify the password itself, or no password"
    let client = TestAccounts.firebase(transport)
    #expect(
      try await client.importAccounts([AccountImport(account)])
        == [AccountImportFailure(localID: "a", message: message)]
    )
    await #expect(
      throws: StoreError(
        .invalidData,
        service: "accounts (demo)",
        "the account a: \(message)"
      )
    ) { try await client.put(account, replacing: nil) }
    #expect(!transport.lines.contains { $0.hasSuffix("batchCreate") })
  }

  @Test("The service's message about a rejected account is reported")
  func refusedAccount() async throws {
    let transport = TestTransport([
      .json("{}"), .json(#"{"error":[{"index":1,"message":"email is invalid"}]}"#),
    ])
    let imports = ["a", "b"].map { AccountImport(TestAccounts.account($0)) }
    #expect(
      try await TestAccounts.firebase(transport).importAccounts(imports)
        == [AccountImportFailure(localID: "b", message: "email is invalid")]
    )
  }

  @Test("When a later request of an import fails, the error says how many accounts were stored")
  func interruption() async throws {
    let transport = TestTransport { request, _ in
      guard request.url.hasSuffix("batchCreate") else { return .json("{}") }
      return request.text.contains("user1000") && !request.text.contains("user999\"")
        ? .json(#"{"error":{"message":"PERMISSION_DENIED"}}"#, 403) : .json("{}")
    }
    let imports = (0..<1001).map { AccountImport(TestAccounts.account("user\($0)")) }
    let error = await #expect(throws: StoreError.self) {
      try await TestAccounts.firebase(transport).importAccounts(imports)
    }
    #expect(
      error?.message
        == "POST /v1/projects/demo/accounts:batchCreate: PERMISSION_DENIED (status 403); the access token is"
        + " not allowed to do this; give it the role Firebase Authentication Admin in demo, or use another key; 1,000"
        + " of 1,001 accounts were stored before the error"
    )
  }

  @Test("Password hashes match the scrypt test vectors of RFC 7914")
  func scrypt() throws {
    let hash = try PasswordHash.hash(of: "password", salt: Array("NaCl".utf8))
    let digits = hash.map { byte in
      let text = String(byte, radix: 16)
      return text.count < 2 ? "0" + text : text
    }
    #expect(
      digits.joined()
        == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
    )
  }
}

extension Tree {
  /// The scalar as text.
  fileprivate var text: String {
    string ?? integer.map(String.init) ?? bool.map { "\($0)" } ?? "\(kind)"
  }
}
