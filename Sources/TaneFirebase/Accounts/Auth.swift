import Foundation
import Synchronization
import TaneCore

/// Firebase Authentication of an environment, in the shape of Firebase's own iOS SDK.
///
/// The session is kept in memory: each process and each environment has its own, unless the app saves the
/// `sessionSecret`. The Realtime Database, Firestore and Storage receive the user's ID token, so their requests need
/// no account credentials. Operations throw an `AuthError`, or a `FirebaseError` if the environment has no accounts.
/// Messages contain no passwords or tokens.
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
    var refreshing: Task<AccountSession, any Error>?
    var listeners: [Int: @Sendable (AuthUser?) -> Void] = [:]
    var streams: [Int: AsyncStream<AuthUser?>.Continuation] = [:]
    /// The listeners that hear of new tokens as well.
    var tokenListeners: Set<Int> = []
    var lastListener = 0
    var languageCode: String?

    /// The number of a listener to add.
    mutating func nextListener() -> Int {
      lastListener += 1
      return lastListener
    }
  }

  /// The name of the environment; nil where none is active.
  public let environment: String?
  let service: ActiveService<any AccountReader, any AccountStore>
  let project: String
  let now: @Sendable () -> Int64
  let state = Mutex(State())
  /// The calls that nobody waits for.
  let calls = CallQueue()
  /// The codes that embedded accounts would have sent by email.
  let localCodes = LocalCodes()

  init(
    service: ActiveService<any AccountReader, any AccountStore>,
    environment: String?,
    project: String,
    now: @escaping @Sendable () -> Int64
  ) {
    self.service = service
    self.environment = environment
    self.project = project
    self.now = now
  }

  deinit { state.withLock(\.streams).values.forEach { $0.finish() } }

  /// The signed-in user, or nil.
  public var currentUser: AuthUser? {
    state.withLock { $0.account }.map { AuthUser($0, of: self) }
  }

  /// Signs a user in by the address and the password.
  ///
  /// ```swift
  /// let user = try await auth.signIn(withEmail: email, password: password).user
  /// ```
  ///
  /// - Throws: An `AuthError`: `userNotFound`, `wrongPassword`, `userDisabled`, or `invalidCredential` where
  ///   the service does not tell which.
  @discardableResult
  public func signIn(withEmail email: String, password: String) async throws -> AuthDataResult {
    try await signIn(with: EmailAuthProvider.credential(withEmail: email, password: password))
  }

  /// Makes an account of an address and a password, and signs its user in.
  ///
  /// ```swift
  /// let user = try await auth.createUser(withEmail: email, password: password).user
  /// ```
  ///
  /// - Throws: An `AuthError`: `emailAlreadyInUse`, `invalidEmail` or `weakPassword`.
  @discardableResult
  public func createUser(withEmail email: String, password: String) async throws -> AuthDataResult {
    try await begin(email: email, provider: EmailAuthProvider.id) { accounts in
      let session = try await registration(of: accounts).signUp(email: email, password: password)
      return AccountArrival(session: session, isNew: true)
    }
  }

  /// Signs a new user in who does not say who it is; an anonymous one who is signed in stays.
  ///
  /// ```swift
  /// let uid = try await auth.signInAnonymously().user.uid
  /// ```
  @discardableResult
  public func signInAnonymously() async throws -> AuthDataResult {
    if let user = currentUser, user.isAnonymous {
      return AuthDataResult(user: user, isNewUser: false, providerID: "")
    }
    return try await begin { accounts in
      let session = try await registration(of: accounts).signUp(email: nil, password: nil)
      return AccountArrival(session: session, isNew: true)
    }
  }

  /// The secret that restores the session in another run of the app, or nil if no user is signed in; keep it in a
  /// protected place such as a keychain.
  ///
  /// ```swift
  /// keychain.save(auth.sessionSecret)
  /// ```
  public var sessionSecret: String? { state.withLock { $0.session?.refreshToken } }

  /// Signs a user in who was signed in before, by what was kept of that.
  ///
  /// ```swift
  /// if let secret = keychain.load() { try await auth.signIn(withSessionSecret: secret) }
  /// ```
  ///
  /// - Throws: An `AuthError` where the session has ended, as after a new password.
  @discardableResult
  public func signIn(withSessionSecret secret: String) async throws -> AuthDataResult {
    try await begin { accounts in
      let session = try await authentication(of: accounts).refresh(secret)
      return AccountArrival(session: session, isNew: false)
    }
  }

  /// Moves the accounts to an emulator, and signs out whoever is signed in.
  ///
  /// Call it before anything else of the accounts. The guard of the environment still applies: one that was opened for
  /// reading only makes and changes no accounts. Where the accounts cannot be moved, every use of them throws the reason.
  ///
  /// ```swift
  /// Auth.auth().useEmulator(withHost: "127.0.0.1", port: 9099)
  /// ```
  public func useEmulator(withHost host: String, port: Int) {
    end()
    service.useEmulator(host: host, port: port)
  }

  /// Forgets who is signed in.
  ///
  /// ```swift
  /// try auth.signOut()
  /// ```
  public func signOut() throws {
    _ = try service.get()
    end()
  }

  /// The user of an identifier, nil where there is none: for tests and tools, which may look everybody up.
  ///
  /// ```swift
  /// let user = try await auth.user(withID: "user000001")
  /// ```
  public func user(withID uid: String) async throws -> AuthUser? {
    try await performing { try await $0.reader.account(id: uid) }.map { AuthUser($0, of: self) }
  }

  /// The user of an address, nil where there is none: for tests and tools, which may look everybody up.
  ///
  /// ```swift
  /// let user = try await auth.user(withEmail: "hanako@example.com")
  /// ```
  public func user(withEmail email: String) async throws -> AuthUser? {
    try await performing { try await $0.reader.account(email: email.lowercased()) }
      .map { AuthUser($0, of: self) }
  }
}
