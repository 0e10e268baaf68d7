import HTTPTypes
import TaneCore
import TaneEmulator
import TaneServices
import TaneTesting
import Testing

@Suite("Changes by users to their own accounts over the network")
struct OwnAccountsTests {
  private let store = InMemoryAccountStore()
  private let transport: TestTransport
  private let client: IdentityToolkitClient

  init() throws {
    let emulator = EmulatorTransport(service: TestAccounts.emulator(store))
    transport = TestTransport { request, _ in try await emulator.send(request) }
    client = try TestAccounts.client(transport)
  }

  @Test("A user signs in with a provider or a custom token")
  func proofs() async throws {
    let parameters = [
      "providerId": "google.com", "id_token": #"{"sub":"g1","email":"a@example.com"}"#,
    ]
    let first = try await client.signIn(with: .provider(parameters), for: .signIn)
    #expect(first.isNew)
    #expect(try await store.account(id: first.session.localID)?.providers.map(\.rawID) == ["g1"])
    let again = try await client.signIn(with: .provider(parameters), for: .signIn)
    #expect(!again.isNew && again.session.localID == first.session.localID)
    await #expect(throws: AccountError(code: "USER_NOT_FOUND")) {
      let unknown = ["providerId": "google.com", "id_token": #"{"sub":"g9"}"#]
      _ = try await client.signIn(with: .provider(unknown), for: .reauthentication)
    }
    #expect(try await store.accounts(after: nil, limit: 9).count == 1)
    let custom = try await client.signIn(with: .customToken(#"{"uid":"u1"}"#), for: .signIn)
    #expect(custom.session.localID == "u1" && custom.isNew)
    await #expect(throws: AccountError(code: "FEDERATED_USER_ID_ALREADY_LINKED")) {
      try await client.signIn(with: .provider(parameters), for: .linking(custom.session))
    }
    await #expect(throws: AccountError(code: "NEED_CONFIRMATION")) {
      _ = try await client.signUp(email: "b@example.com", password: "secret1")
      let other = ["providerId": "apple.com", "id_token": #"{"sub":"a","email":"b@example.com"}"#]
      _ = try await client.signIn(with: .provider(other), for: .signIn)
    }
    #expect(transport.requests.allSatisfy { $0.fields[.authorization] == nil })
  }

  @Test("A user changes the name, picture, password and providers")
  func changes() async throws {
    let session = try await client.signUp(email: "a@example.com", password: "secret1")
    var change = AccountChange()
    (change.displayName, change.photoURL) = ("花子", "https://example.com/a.jpg")
    let named = try await client.update(session, with: change)
    #expect(try await store.account(id: session.localID)?.displayName == "花子")
    change = AccountChange()
    (change.displayName, change.password) = ("", "secret2")
    let changed = try await client.update(named, with: change)
    let account = try await store.account(id: session.localID)
    #expect(account?.displayName == nil && account?.photoURL == "https://example.com/a.jpg")
    _ = try await client.signIn(email: "a@example.com", password: "secret2")
    change = AccountChange()
    change.removedProviders = ["password"]
    _ = try await client.update(changed, with: change)
    #expect(try await store.account(id: session.localID)?.email == nil)
  }

  @Test("Codes in emails and text messages change an account")
  func codes() async throws {
    let session = try await client.signUp(email: "a@example.com", password: "secret1")
    try await client.sendCode(for: .verification(session), locale: "ja")
    #expect(transport.requests.last?.fields[.init("X-Firebase-Locale")!] == "ja")
    await #expect(throws: AccountError(code: "EMAIL_NOT_FOUND")) {
      try await client.sendCode(for: .passwordReset(email: "b@example.com"), locale: nil)
    }
    await #expect(throws: AccountError(code: "INVALID_OOB_CODE")) {
      try await client.resetPassword(code: "x", to: "secret2")
    }
    await #expect(throws: AccountError(code: "INVALID_OOB_CODE")) {
      try await client.applyCode("x")
    }
    let id = try await client.sendVerificationCode(to: "+819012345678")
    await #expect(throws: AccountError(code: "INVALID_CODE")) {
      try await client.signIn(with: .phone(verificationID: id, code: "x"), for: .signIn)
    }
  }
}
