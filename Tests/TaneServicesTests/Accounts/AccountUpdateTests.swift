import TaneCore
import TaneEmulator
import TaneFormats
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Updates of accounts at Firebase")
struct AccountUpdateTests {
  private var full: Account {
    var account = TestAccounts.account("a", email: "a@example.com", phoneNumber: "+81312345678")
    account.isEmailVerified = true
    account.displayName = "麺屋"
    account.photoURL = "https://example.com/1.jpg"
    account.isDisabled = true
    account.customAttributes = #"{"admin":true}"#
    account.providers = [
      Account.Provider(providerID: "google.com", rawID: "1", email: "x@example.com"),
      Account.Provider(providerID: "apple.com", rawID: "2"),
    ]
    (account.lastLoginAt, account.validSince) = (5000, 7)
    return account
  }

  @Test("All fields of an account can be set and cleared without losing others")
  func thereAndBack() async throws {
    let client = TestAccounts.firebase(EmulatorTransport(service: TestAccounts.emulator()))
    let empty = TestAccounts.account("a")
    try await client.put(empty, replacing: nil)
    try await client.put(full, replacing: empty)
    #expect(try await client.account(id: "a") == full)
    var other = full
    other.email = "b@example.com"
    other.isEmailVerified = false
    other.providers.removeFirst()
    try await client.put(other, replacing: full)
    #expect(try await client.account(id: "a") == other)
    var bare = empty
    // A time can be set, but not removed.
    bare.lastLoginAt = 5000
    try await client.put(bare, replacing: other)
    #expect(try await client.account(id: "a") == bare)
  }

  @Test("An unchanged password is kept, and a new one is set")
  func keptPassword() async throws {
    let store = InMemoryAccountStore()
    let client = TestAccounts.firebase(EmulatorTransport(service: TestAccounts.emulator(store)))
    var account = TestAccounts.account("a", email: "a@example.com")
    account.password = .emulated(of: "secret1", salt: "x")
    try await store.put(account, replacing: nil)
    var renamed = account
    renamed.displayName = "名前"
    try await client.put(renamed, replacing: account)
    #expect(try await store.account(id: "a") == renamed)
    let failures = try await client.importAccounts([
      AccountImport(renamed, password: "secret2", replacing: renamed)
    ])
    #expect(failures == [])
    let stored = try #require(try await store.account(id: "a"))
    #expect(stored.password == .emulated(of: "secret2", salt: stored.password?.salt ?? ""))
  }

  @Test("Unchanged fields of an account are not sent")
  func nothingToChange() {
    #expect(AccountUpdate.requests(from: full, to: full, nil).isEmpty)
  }

  @Test(
    "An account that changes while an update waits is not overwritten",
    arguments: [429, 503, nil]
  )
  func changedWhileWaiting(status: Int?) async throws {
    let store = InMemoryAccountStore()
    let emulator = EmulatorTransport(service: TestAccounts.emulator(store))
    let old = TestAccounts.account("a", email: "a@example.com")
    try await store.put(old, replacing: nil)
    var (edited, new) = (old, old)
    (edited.displayName, new.displayName) = ("hand", "new")
    let transport = TestTransport { [edited] request, _ in
      guard request.url.hasSuffix("update") else { return try await emulator.send(request) }
      try await store.put(edited, replacing: old)
      guard let status else { throw TransportFailure.closed }
      return TransportResponse(status)
    }
    await #expect(throws: AccountConflict.changed) {
      try await TestAccounts.firebase(transport).put(new, replacing: old)
    }
    #expect(try await store.account(id: "a") == edited)
    #expect(transport.requests.count { $0.url.hasSuffix("update") } == 1)
  }

  @Test("An update of an account that was made is not repeated")
  func made() async throws {
    let store = InMemoryAccountStore()
    let emulator = EmulatorTransport(service: TestAccounts.emulator(store))
    let old = TestAccounts.account("a")
    try await store.put(old, replacing: nil)
    let count = Counter()
    let transport = TestTransport { request, _ in
      let response = try await emulator.send(request)
      guard request.url.hasSuffix("update"), count.next() == 1 else { return response }
      throw TransportFailure.closed
    }
    try await TestAccounts.firebase(transport).put(full, replacing: old)
    #expect(try await store.account(id: "a") == full)
    let updates = transport.requests.count { $0.url.hasSuffix("update") }
    // The first request sets the fields; one follows for each provider.
    #expect(updates == 3)
  }

  @Test(
    "A concurrent change of an account is a conflict",
    arguments: [
      ("USER_NOT_FOUND", AccountConflict.changed), ("EMAIL_EXISTS", .emailTaken),
      ("PHONE_NUMBER_EXISTS", .phoneNumberTaken),
    ]
  )
  func conflicts(code: String, conflict: AccountConflict) async throws {
    let transport = TestTransport { request, _ in
      request.url.hasSuffix("lookup")
        ? .json(#"{"users":[{"localId":"a","createdAt":"1000"}]}"#)
        : .json(#"{"error":{"code":400,"message":"\#(code)"}}"#, 400)
    }
    var new = TestAccounts.account("a")
    new.displayName = "名前"
    await #expect(throws: conflict) {
      try await TestAccounts.firebase(transport)
        .put(new, replacing: TestAccounts.account("a"))
    }
  }

  @Test("Empty claims and fields of an account count as absent")
  func emptyFields() throws {
    let json = """
      {"localId":"a","email":"","displayName":"","customAttributes":"{}","createdAt":"1000",
      "passwordUpdatedAt":1.7E12,"validSince":"9","lastRefreshAt":"2026-01-02T03:04:05.678912Z"}
      """
    let tree = try #require(JSONReader().read(Array(json.utf8), named: "json").tree)
    var expected = TestAccounts.account("a")
    expected.passwordUpdatedAt = 1_700_000_000_000
    expected.validSince = 9
    expected.lastRefreshAt = 1_767_323_045_678
    #expect(try Account(described: tree) == expected)
  }

  @Test("An emulator receives only the changed fields of an account")
  func emulatorFields() async throws {
    let store = InMemoryAccountStore()
    let emulator = EmulatorTransport(service: TestAccounts.emulator(store))
    let transport = TestTransport { request, _ in try await emulator.send(request) }
    let client = try TestAccounts.client(transport)
    var account = full
    account.isDisabled = false
    account.password = .emulated(of: "secret1", salt: "x")
    account.passwordUpdatedAt = 1_700_000_000_000
    try await store.put(account, replacing: nil)
    var renamed = account
    renamed.displayName = "名前"
    try await client.put(renamed, replacing: account)
    #expect(try await store.account(id: "a") == renamed)
    #expect(
      transport.lines.map { String($0.split(separator: "/").last ?? "") }
        == ["accounts:lookup", "accounts:update"]
    )
    #expect(transport.requests.last?.text == #"{"displayName":"名前","localId":"a"}"#)
    var stamped = renamed
    stamped.passwordUpdatedAt = 1_700_000_000_123
    #expect(
      try await client.importAccounts([
        AccountImport(stamped, password: "secret2", replacing: renamed)
      ]) == []
    )
    #expect(transport.requests.last?.text == #"{"localId":"a","password":"secret2"}"#)
    #expect(try await client.signIn(email: "a@example.com", password: "secret2").localID == "a")
  }

  @Test("An emulator that cannot link providers makes the other changes and reports the rest")
  func providerNotImplemented() async throws {
    let store = InMemoryAccountStore()
    let emulator = EmulatorTransport(service: TestAccounts.emulator(store))
    let transport = TestTransport { request, _ in
      // The Firebase emulator responded like this before firebase-tools 13.28.
      guard request.text.contains("linkProviderUserInfo") else {
        return try await emulator.send(request)
      }
      return .json(#"{"error":{"code":501,"message":"it is not implemented"}}"#, 501)
    }
    let client = try TestAccounts.client(transport)
    var account = TestAccounts.account("a", email: "a@example.com")
    account.password = .emulated(of: "secret1", salt: "x")
    account.usesEmailLink = true
    try await store.put(account, replacing: nil)
    var new = full
    (new.password, new.usesEmailLink) = (account.password, true)
    let failures = try await client.importAccounts([AccountImport(new, replacing: account)])
    #expect(
      failures == [
        AccountImportFailure(
          localID: "a",
          message: "some changes were skipped because the server does not implement them (status "
            + "501): the provider google.com, the provider apple.com; update the emulator, and run "
            + "the command again"
        )
      ]
    )
    new.providers = []
    #expect(try await store.account(id: "a") == new)
  }

  @Test("An HTML page in response to an account change is an error")
  func page() async throws {
    let transport = TestTransport { request, _ in
      request.url.hasSuffix("lookup")
        ? .json(#"{"users":[{"localId":"a","createdAt":"1000"}]}"#)
        : TransportResponse(200, bytes: Array("<p>".utf8))
    }
    var new = TestAccounts.account("a")
    new.displayName = "名前"
    let error = await #expect(throws: StoreError.self) {
      try await TestAccounts.client(transport).put(new, replacing: TestAccounts.account("a"))
    }
    #expect(error?.code == .invalidResponse)
    #expect(error?.outcome == .unknown)
  }
}
