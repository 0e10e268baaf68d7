import Foundation
import Synchronization
import TaneCore

/// The Firebase Authentication of an environment, with the API of the Firebase iOS SDK.
///
/// The session is stored only in memory, for each process and environment; an app can save
/// `sessionSecret` to restore it. The Realtime Database, Firestore and Storage receive the user's
/// ID token, so their requests need no account credentials. Operations throw an `AuthError`, or a
/// `FirebaseError` if the environment has no accounts. Messages contain no passwords or tokens.
///
/// ```swift
/// let auth = AuthManager(accounts: store).auth
/// try await auth.signIn(withEmail: "hanako@example.com", password: password)
/// print(auth.currentUser?.uid ?? "nobody")
/// ```
public final class Auth: Sendable {
  /// The session, the signed-in user and the listeners.
  struct State {
    var session: AccountSession?
    var account: Account?
    var refreshTask: Task<AccountSession, any Error>?
    var listeners: [Int: @Sendable (AuthUser?) -> Void] = [:]
    var streams: [Int: AsyncStream<AuthUser?>.Continuation] = [:]
    /// The identifiers of the listeners that are also called when the token changes.
    var tokenListenerIDs: Set<Int> = []
    var lastListener = 0
    var languageCode: String?

    /// Returns an identifier for a new listener.
    mutating func nextListener() -> Int {
      lastListener += 1
      return lastListener
    }
  }

  /// The name of the environment, or nil if none is active.
  public let environment: String?
  /// The app, or nil for the default app.
  let explicitApp: FirebaseApp?
  let service: ActiveService<any AccountReader, any AccountStore>
  let project: String
  let now: @Sendable () -> Int64
  let state = Mutex(State())
  /// The pending calls with completion blocks.
  let calls = CallQueue()
  /// The codes that embedded accounts write to standard error instead of sending them.
  let localActionCodes = LocalActionCodes()

  init(
    service: ActiveService<any AccountReader, any AccountStore>,
    environment: String?,
    project: String,
    now: @escaping @Sendable () -> Int64,
    app: FirebaseApp? = nil
  ) {
    explicitApp = app
    self.service = service
    self.environment = environment
    self.project = project
    self.now = now
  }

  /// Returns a new instance for an app, without a signed-in user, that accesses the accounts at
  /// their original address.
  func renewed(for app: FirebaseApp?) -> Auth {
    Auth(
      service: service.renewed(for: app),
      environment: environment,
      project: project,
      now: now,
      app: app
    )
  }

  /// The app, or nil if the default app was deleted or no environment is active.
  public var app: FirebaseApp? { explicitApp ?? .app() }

  deinit { state.withLock(\.streams).values.forEach { $0.finish() } }

  /// The signed-in user, or nil if no user is signed in.
  public var currentUser: AuthUser? {
    state.withLock { $0.account }.map { AuthUser($0, of: self) }
  }

  /// Signs a user in with an email address and password.
  ///
  /// ```swift
  /// let user = try await auth.signIn(withEmail: email, password: password).user
  /// ```
  ///
  /// - Throws: An `AuthError`: `userNotFound`, `wrongPassword`, `userDisabled`, or
  ///   `invalidCredential` if the service does not distinguish them.
  @discardableResult
  public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
    try await signIn(with: EmailAuthProvider.credential(withEmail: email, password: password))
  }

  /// Creates an account with an email address and password, and signs its user in.
  ///
  /// ```swift
  /// let user = try await auth.createUser(withEmail: email, password: password).user
  /// ```
  ///
  /// - Throws: An `AuthError`: `emailAlreadyInUse`, `invalidEmail` or `weakPassword`.
  @discardableResult
  public func createUser(withEmail email: String, password: String) async throws -> AuthDataResult {
    try await openSession(email: email, provider: EmailAuthProvider.id) { accounts in
      let session = try await registration(of: accounts).signUp(email: email, password: password)
      return AccountSignIn(session: session, isNew: true)
    }
  }

  /// Signs an anonymous user in; an anonymous user who is already signed in remains signed in.
  ///
  /// ```swift
  /// let uid = try await auth.signInAnonymously().user.uid
  /// ```
  @discardableResult
  public func signInAnonymously() async throws -> AuthDataResult {
    if let user = currentUser, user.isAnonymous {
      return AuthDataResult(user: user, isNewUser: false, providerID: "")
    }
    return try await openSession { accounts in
      let session = try await registration(of: accounts).signUp(email: nil, password: nil)
      return AccountSignIn(session: session, isNew: true)
    }
  }

  /// The secret that restores the session in another run of the app, or nil if no user is signed
  /// in; store it securely, for example in a keychain.
  ///
  /// ```swift
  /// keychain.save(auth.sessionSecret)
  /// ```
  public var sessionSecret: String? { state.withLock { $0.session?.refreshToken } }

  /// Signs a user in with a saved session secret.
  ///
  /// ```swift
  /// if let secret = keychain.load() { try await auth.signIn(withSessionSecret: secret) }
  /// ```
  ///
  /// - Throws: An `AuthError` if the session is no longer valid, for example after a password
  ///   change.
  @discardableResult
  public func signIn(withSessionSecret secret: String) async throws -> AuthDataResult {
    try await openSession { accounts in
      let session = try await authentication(of: accounts).refresh(secret)
      return AccountSignIn(session: session, isNew: false)
    }
  }

  /// Switches to the accounts of an emulator, and signs the user out.
  ///
  /// Call this before any other use of the accounts. The environment's guard still applies: in an
  /// environment opened only for reading, no account can be created or changed. If the switch
  /// fails, every use of the accounts throws the error.
  ///
  /// ```swift
  /// Auth.auth().useEmulator(withHost: "127.0.0.1", port: 9099)
  /// ```
  public func useEmulator(withHost host: String, port: Int) {
    endSession()
    service.useEmulator(host: host, port: port)
  }

  /// Signs the user out.
  ///
  /// ```swift
  /// try auth.signOut()
  /// ```
  public func signOut() throws {
    _ = try service.get()
    endSession()
  }

  /// Returns the user with the given identifier, if any; for use in tests and tools, which can read
  /// all accounts.
  ///
  /// ```swift
  /// let user = try await auth.user(withID: "user000001")
  /// ```
  public func user(withID uid: String) async throws -> AuthUser? {
    try await performing { try await $0.reader.account(id: uid) }.map { AuthUser($0, of: self) }
  }

  /// Returns the user with the given email address, if any; for use in tests and tools, which can
  /// read all accounts.
  ///
  /// ```swift
  /// let user = try await auth.user(withEmail: "hanako@example.com")
  /// ```
  public func user(withEmail email: String) async throws -> AuthUser? {
    try await performing { try await $0.reader.account(email: email.lowercased()) }
      .map { AuthUser($0, of: self) }
  }
}
