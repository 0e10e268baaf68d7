import TaneCore
import TaneEmbedded
import TaneFormats
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Import of password hashes")
struct HashedImportTests {
  private static let scrypt: PasswordHashParameters = {
    var parameters = PasswordHashParameters(.scrypt)
    (parameters.signerKey, parameters.saltSeparator) = ("c2VjcmV0Pz8_", "Bw")
    parameters.numbers = ["rounds": 8, "memoryCost": 14]
    return parameters
  }()
  private static let sha: PasswordHashParameters = {
    var parameters = PasswordHashParameters(.sha256)
    parameters.numbers = ["rounds": 1]
    parameters.isPasswordFirst = true
    return parameters
  }()

  private static func hashed(_ id: String, _ parameters: PasswordHashParameters?) -> AccountImport {
    var account = TestAccounts.account(id)
    account.password = parameters.map {
      AccountPassword(hash: "_-8", salt: "TmFDbA", parameters: $0)
    }
    return AccountImport(account)
  }

  private static func body(_ request: TransportRequest) throws -> Tree {
    try #require(JSONReader().read(Array(request.text.utf8), named: "body").tree)
  }

  /// Returns a service that rejects each account whose ID begins with `bad`.
  private static func service() -> TestTransport {
    TestTransport { request, _ in
      guard request.url.hasSuffix("batchCreate") else { return .json("{}") }
      let users = try body(request)["users"]?.children ?? Tree.null.children
      let errors = users.enumerated().filter { $1["localId"]?.string?.hasPrefix("bad") == true }
        .map { #"{"index":\#($0.offset),"message":"rejected"}"# }
      return .json("{\"error\":[\(errors.joined(separator: ","))]}")
    }
  }

  @Test("Each request has the accounts of the same parameters, and errors name the right accounts")
  func groups() async throws {
    let transport = Self.service()
    // Accounts of three kinds alternate; more accounts of one kind exist than fit in a request.
    let kinds = [Self.scrypt, Self.sha, nil, Self.scrypt]
    let imports =
      (0..<2006).map { index in
        Self.hashed(index % 333 == 332 ? "bad\(index)" : "user\(index)", kinds[index % 4])
      } + [AccountImport(TestAccounts.account("bad-plain"), password: "secret1")]
    let failures = try await TestAccounts.firebase(transport).importAccounts(imports)
    #expect(
      failures.map(\.localID)
        == ["bad332", "bad665", "bad998", "bad1331", "bad1664", "bad1997", "bad-plain"]
    )
    let bodies = try transport.requests.filter { $0.url.hasSuffix("batchCreate") }.map(Self.body)
    #expect(bodies.map { $0["users"]?.children.count } == [1000, 504, 502, 1])
    #expect(
      bodies.map { $0["hashAlgorithm"]?.string } == [
        "SCRYPT", "SCRYPT", "SHA256", "STANDARD_SCRYPT",
      ]
    )
    for body in bodies.prefix(3) {
      let users = Array(body["users"]?.children ?? Tree.null.children)
      let isScrypt = body["hashAlgorithm"]?.string == "SCRYPT"
      for user in users where user["passwordHash"] != nil {
        let number = user["localId"]?.string.flatMap { Int($0.filter(\.isNumber)) } ?? -1
        #expect(kinds[number % 4] == (isScrypt ? Self.scrypt : Self.sha))
      }
    }
  }

  @Test("The parameters of a request have the names and the Base64 alphabet of the service")
  func fields() async throws {
    let transport = TestTransport { _, _ in .json("{}") }
    let imports = [Self.hashed("a", Self.scrypt), Self.hashed("b", Self.sha)]
    #expect(try await TestAccounts.firebase(transport).importAccounts(imports) == [])
    let bodies = try transport.requests.filter { $0.url.hasSuffix("batchCreate") }.map(Self.body)
    let user: (String) -> TreeLiteral = { id in
      [
        "localId": .string(id), "createdAt": "1000", "validSince": "1", "passwordHash": "_-8",
        "salt": "TmFDbA",
      ]
    }
    #expect(
      bodies == [
        Tree([
          "users": [user("a")], "allowOverwrite": false, "sanityCheck": true,
          "hashAlgorithm": "SCRYPT", "signerKey": "c2VjcmV0Pz8_", "saltSeparator": "Bw",
          "rounds": 8, "memoryCost": 14,
        ]),
        Tree([
          "users": [user("b")], "allowOverwrite": false, "sanityCheck": true,
          "hashAlgorithm": "SHA256", "passwordHashOrder": "PASSWORD_AND_SALT", "rounds": 1,
        ]),
      ]
    )
  }

  @Test("A hash is not sent to Firebase for an existing account, which would lose second factors")
  func existing() async throws {
    let transport = TestTransport { _, _ in
      .json(#"{"users":[{"localId":"a","createdAt":"1000","validSince":"1"}]}"#)
    }
    let existing = TestAccounts.account("a")
    var item = Self.hashed("a", Self.sha)
    item.existing = existing
    #expect(
      try await TestAccounts.firebase(transport).importAccounts([item]) == [
        AccountImportFailure(
          localID: "a",
          message: "Firebase sets a password hash only when it creates an account; remove the "
            + "account, or specify the password itself"
        )
      ]
    )
    #expect(transport.lines.allSatisfy { $0.hasSuffix("lookup") })
  }

  @Test("An emulator returns hashes with their parameters, and existing accounts can receive one")
  func emulator() async throws {
    let store = try EmbeddedEnvironment.inMemory().accounts("demo")
    let client = try TestAccounts.client(
      EmulatorTransport(service: TestAccounts.emulator(store))
    )
    var item = Self.hashed("a", Self.sha)
    // Python: hashlib.sha256("pässword 1".encode() + b"NaCl")
    item.account.password?.hash = "957USFKCo_du8_clIKqdDYgcpvzAcL-duUqVf3iUJOk"
    item.account.email = "a@example.com"
    let before = TestAccounts.account("a", email: "a@example.com")
    try await client.put(before, replacing: nil)
    item.existing = try await client.account(id: "a")
    #expect(try await client.importAccounts([item]) == [])
    let found = try #require(try await client.account(id: "a"))
    #expect(found.password == item.account.password)
    #expect(try await client.signIn(email: "a@example.com", password: "pässword 1").localID == "a")
    await #expect(throws: AccountError(code: "INVALID_PASSWORD")) {
      try await client.signIn(email: "a@example.com", password: "pässword 2")
    }
    var changed = try #require(try await client.account(id: "a"))
    let existing = changed
    changed.displayName = "A"
    #expect(try await client.importAccounts([AccountImport(changed, replacing: existing)]) == [])
    #expect(try await client.account(id: "a")?.password == item.account.password)
  }
}
