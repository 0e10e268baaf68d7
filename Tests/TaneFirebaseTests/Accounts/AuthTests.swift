import Foundation
import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Users sign up, in and out with any account store")
struct AuthTests {
  /// A clock that a test advances, in milliseconds.
  private final class Clock: Sendable {
    private let time = Mutex<Int64>(1_714_555_800_000)
    var now: Int64 { time.withLock { $0 } }
    func advance(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
  }

  private let clock = Clock()
  private let store = InMemoryAccountStore()
  private let auth: Auth

  init() {
    let clock = clock
    auth = AuthManager(accounts: store, now: { clock.now }).auth
  }

  private func claims(_ token: String) throws -> [String: Any] {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    try #require(parts.count == 3 && parts[2].isEmpty)
    var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
    text += String(repeating: "=", count: (4 - text.count % 4) % 4)
    let data = try #require(Data(base64Encoded: text))
    let json = try JSONSerialization.jsonObject(with: data)
    return try #require(json as? [String: Any])
  }

  @Test("Signing up signs a user in, and email addresses are case-insensitive")
  func signUp() async throws {
    #expect(auth.currentUser == nil)
    let result = try await auth.createUser(withEmail: "Hanako@example.com", password: "secret7")
    #expect(result.isNewUser)
    #expect(result.user.uid.count == 28)
    #expect(result.user.email == "hanako@example.com")
    #expect(!result.user.isAnonymous)
    #expect(!result.user.isEmailVerified)
    #expect(result.user.creationDate == Date(timeIntervalSince1970: 1_714_555_800))
    #expect(auth.currentUser == result.user)
    try auth.signOut()
    #expect(auth.currentUser == nil)
    clock.advance(seconds: 5)
    let again = try await auth.signIn(withEmail: "HANAKO@example.com", password: "secret7")
    #expect(!again.isNewUser)
    #expect(again.user.uid == result.user.uid)
    #expect(again.user.lastSignInDate == Date(timeIntervalSince1970: 1_714_555_805))
    #expect(try await auth.user(withEmail: "Hanako@example.com")?.uid == again.user.uid)
    #expect(try await auth.user(withID: again.user.uid)?.email == "hanako@example.com")
    #expect(try await auth.user(withID: "nobody") == nil)
  }

  @Test("Authentication errors have the SDK's codes and contain no passwords")
  func refusals() async throws {
    try await auth.createUser(withEmail: "a@example.com", password: "secret7")
    try auth.signOut()
    var disabled = Account(localID: "d", createdAt: 0)
    disabled.email = "d@example.com"
    disabled.isDisabled = true
    try await store.put(disabled, replacing: nil)
    let cases: [(AuthError.Code, String, @Sendable () async throws -> Void)] = [
      (
        .wrongPassword, #"the password for "a@example.com" is wrong"#,
        { try await auth.signIn(withEmail: "a@example.com", password: "hunter22") }
      ),
      (
        .userNotFound, #"there is no account for "b@example.com""#,
        { try await auth.signIn(withEmail: "b@example.com", password: "hunter22") }
      ),
      (
        .invalidEmail, #""b" is not a valid address: write one such as hanako@example.com"#,
        { try await auth.signIn(withEmail: "b", password: "hunter22") }
      ),
      (
        .userDisabled, #"the account for "d@example.com" is disabled"#,
        { try await auth.signIn(withEmail: "d@example.com", password: "hunter22") }
      ),
      (
        .emailAlreadyInUse, #"an account for "A@example.com" already exists: sign in instead"#,
        { try await auth.createUser(withEmail: "A@example.com", password: "hunter22") }
      ),
      (
        .weakPassword, "a password must have at least 6 characters",
        { try await auth.createUser(withEmail: "c@example.com", password: "short") }
      ),
      (
        .invalidEmail, #""c@example" is not a valid address: write one such as hanako@example.com"#,
        { try await auth.createUser(withEmail: "c@example", password: "hunter22") }
      ),
    ]
    for (code, message, operation) in cases {
      let error = await #expect(throws: AuthError.self) { try await operation() }
      #expect(error == AuthError(code, message))
      #expect(error?.errorCode == code.rawValue)
    }
    #expect(auth.currentUser == nil)
  }

  @Test("An ID token is cached and refreshed shortly before it expires or on request")
  func tokens() async throws {
    let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
    let first = try await user.getIDToken()
    let claims = try claims(first)
    #expect(claims["sub"] as? String == user.uid)
    #expect(claims["aud"] as? String == "local")
    #expect(claims["email"] as? String == "a@example.com")
    #expect(claims["exp"] as? Int == 1_714_559_400)
    clock.advance(seconds: 3299)
    #expect(try await user.getIDToken() == first)
    #expect(try await user.getIDToken(forcingRefresh: true) != first)
    clock.advance(seconds: 3300)
    let third = try await user.getIDToken()
    #expect(try self.claims(third)["iat"] as? Int == 1_714_562_399)
    try auth.signOut()
    #expect(
      await failure { try await user.getIDToken() }
        == "the user \(user.uid) is no longer signed in: sign in again"
    )
  }

  @Test("Revoked tokens are not refreshed")
  func revocation() async throws {
    let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
    let account = try #require(try await store.account(id: user.uid))
    var revoked = account
    revoked.validSince = clock.now / 1000 + 10
    try await store.put(revoked, replacing: account)
    let error = await #expect(throws: AuthError.self) {
      try await user.getIDToken(forcingRefresh: true)
    }
    #expect(error?.code == .userTokenExpired)
  }

  @Test("Concurrent requests for a new token share one refresh")
  func singleFlight() async throws {
    let service = SigningService(store: store)
    let auth = AuthManager(accounts: service).auth
    let user = try await auth.signIn(withEmail: "a@example.com", password: "x").user
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try await user.getIDToken(forcingRefresh: true) } }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(tokens.count == service.refreshCount)
    #expect(service.refreshCount < 8)
    #expect(try await auth.signInAnonymously().user.uid == "service")
    let error = await #expect(throws: AuthError.self) {
      try await auth.createUser(withEmail: "taken@example.com", password: "x")
    }
    #expect(error?.code == .emailAlreadyInUse)
  }

  @Test("A read-only service signs users in but creates and deletes no accounts")
  func readOnlyService() async throws {
    let service = SigningService(store: store)
    let refusal = StoreError(.readOnly, service: "staging", "it was opened for reading only")
    let stores = EnvironmentStores(["accounts": service], as: .accounts)
    let manager = AuthManager()
    let services = OpenedEnvironment(stores.readers, refusingWrites: refusal)
    manager.use(services, environment: "staging")
    let user = try await manager.auth.signIn(withEmail: "a@example.com", password: "x").user
    #expect(try await user.getIDToken(forcingRefresh: true) == "1")
    #expect(await failure { try await user.delete() } == refusal.description)
    try manager.auth.signOut()
    #expect(await failure { try await manager.auth.signInAnonymously() } == refusal.description)
    #expect(manager.auth.currentUser == nil)
  }

  @Test("A saved session signs the user in again until the account is deleted")
  func session() async throws {
    let store = InMemoryAccountStore()
    let first = AuthManager(accounts: store).auth
    #expect(first.sessionSecret == nil)
    let user = try await first.createUser(withEmail: "a@example.com", password: "secret1").user
    let secret = try #require(first.sessionSecret)
    let second = AuthManager(accounts: store).auth
    #expect(try await second.signIn(withSessionSecret: secret).user.uid == user.uid)
    #expect(second.currentUser?.email == "a@example.com")
    await #expect(throws: AuthError.self) { try await second.signIn(withSessionSecret: "other") }
    try await user.delete()
    await #expect(throws: AuthError.self) { try await second.signIn(withSessionSecret: secret) }
  }

  @Test("A user who has signed out cannot delete the account")
  func removalAfterSigningOut() async throws {
    let user = try await auth.signInAnonymously().user
    try auth.signOut()
    #expect(
      await failure { try await user.delete() }
        == "the user \(user.uid) is no longer signed in: sign in again"
    )
    #expect(try await auth.signInAnonymously().isNewUser)
  }

  @Test("Anonymous users sign in and delete their accounts")
  func anonymous() async throws {
    let user = try await auth.signInAnonymously().user
    #expect(user.isAnonymous)
    let again = try await auth.signInAnonymously()
    #expect(again.user == user)
    #expect(!again.isNewUser)
    try await user.delete()
    #expect(auth.currentUser == nil)
    #expect(
      await failure { try await user.reload() }
        == "the account of the user \(user.uid) no longer exists"
    )
  }

  @Test("Reloading a user returns the current account data")
  func reloading() async throws {
    let user = try await auth.createUser(withEmail: "a@example.com", password: "secret7").user
    let account = try #require(try await store.account(id: user.uid))
    var named = account
    named.displayName = "花子"
    named.photoURL = "https://example.com/a.jpg"
    named.phoneNumber = "+819012345678"
    try await store.put(named, replacing: account)
    #expect(user.displayName == nil)
    let reloaded = try await user.reload()
    #expect(reloaded.displayName == "花子")
    #expect(reloaded.photoURL == URL(string: "https://example.com/a.jpg"))
    #expect(reloaded.phoneNumber == "+819012345678")
    #expect(auth.currentUser == reloaded)
  }

  @Test("Listeners receive the current user immediately and after every change")
  func listeners() async throws {
    var states = auth.stateChanges.makeAsyncIterator()
    let (calls, continuation) = AsyncStream.makeStream(of: String.self)
    var heard = calls.makeAsyncIterator()
    let handle = auth.addStateDidChangeListener { _, user in
      continuation.yield("\(user?.email ?? "nobody") \(MainQueueMark.isHere)")
    }
    #expect(await states.next() == .some(nil))
    #expect(await heard.next() == "nobody true")
    try await auth.createUser(withEmail: "a@example.com", password: "secret7")
    #expect(await states.next()??.email == "a@example.com")
    #expect(await heard.next() == "a@example.com true")
    auth.removeStateDidChangeListener(handle)
    try auth.signOut()
    try auth.signOut()
    #expect(await states.next() == .some(nil))
    await MainActor.run { continuation.finish() }
    #expect(await heard.next() == nil)
  }

  @Test("Using authentication throws without an environment or if it has no accounts")
  func environments() async throws {
    let manager = AuthManager()
    #expect(
      await failure { try await manager.auth.signInAnonymously() }
        == "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
    )
    manager.use(accounts: nil, environment: "bare")
    #expect(manager.environment == "bare")
    #expect(
      await failure { try manager.auth.signOut() }
        == #"environment "bare" has no accounts; add them to its profile, for example "accounts:"#
        + #" embedded:accounts""#
    )
  }

  @Test("The description of a session contains no tokens")
  func redaction() {
    let session = AccountSession(localID: "u", idToken: "id", refreshToken: "refresh", expiresAt: 0)
    #expect("\(session)" == "u <redacted>")
    #expect(String(reflecting: session) == "u <redacted>")
    var dumped = ""
    dump(session, to: &dumped)
    #expect(!dumped.contains("refresh"))
  }
}

/// An accounts service that signs every user in as the same account.
private final class SigningService: AccountStore, AccountAuthentication, AccountRegistration {
  private let store: InMemoryAccountStore
  private let refreshes = Mutex(0)

  init(store: InMemoryAccountStore) { self.store = store }

  var authentication: (any AccountAuthentication)? { self }
  var registration: (any AccountRegistration)? { self }

  var refreshCount: Int { refreshes.withLock { $0 } }

  private func session(_ token: String) -> AccountSession {
    AccountSession(localID: "service", idToken: token, refreshToken: "r", expiresAt: .max)
  }

  func signIn(email: String, password: String) async throws -> AccountSession { session("0") }

  func signUp(email: String?, password: String?) async throws -> AccountSession {
    if email != nil { throw AccountError(code: "EMAIL_EXISTS") }
    return session("0")
  }

  func refresh(_ refreshToken: String) async throws -> AccountSession {
    let count = refreshes.withLock { count in
      count += 1
      return count
    }
    // Requests made during this refresh can run here.
    for _ in 0..<1000 { await Task.yield() }
    return session("\(count)")
  }

  func account(of session: AccountSession) async throws -> Account? {
    Account(localID: "service", createdAt: 0)
  }

  func deleteAccount(of session: AccountSession) async throws -> Bool { true }

  func signIn(
    with proof: AccountProof,
    for purpose: AccountProofPurpose
  ) async throws -> AccountSignIn { AccountSignIn(session: self.session("0"), isNew: false) }

  func update(
    _ session: AccountSession,
    with change: AccountChange
  ) async throws -> AccountSession { session }

  func sendCode(for purpose: AccountCodePurpose, locale: String?) async throws {}
  func resetPassword(code: String, to password: String?) async throws -> String? { nil }
  func applyCode(_ code: String) async throws {}
  func sendVerificationCode(to phoneNumber: String) async throws -> String { "" }

  // Requires an administrator; an app has no administrator's credentials.
  func accounts(ids: [String]) async throws -> [Account?] {
    throw StoreError(.notAuthorized, service: "accounts", "there are no credentials")
  }

  func account(email: String) async throws -> Account? { nil }
  func account(phoneNumber: String) async throws -> Account? { nil }
  func accounts(after id: String?, limit: Int) async throws -> [Account] { [] }
  func put(_ account: Account, replacing existing: Account?) async throws {}
  func delete(id: String) async throws -> Bool { false }
  func removeAll() async throws {}
}
