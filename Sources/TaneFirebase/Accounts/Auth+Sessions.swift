import Synchronization
import TaneCore

extension Auth {
  /// The environment's account service, which may be read-only.
  typealias Accounts = OpenedService<any AccountReader, any AccountStore>

  /// The remaining lifetime below which a token is refreshed: five minutes, in milliseconds.
  private static let refreshMargin: Int64 = 300_000

  /// Returns the session of the signed-in user, after refreshing its tokens if necessary;
  /// concurrent calls share one refresh.
  func session(of uid: String, forcingRefresh: Bool = false) async throws -> AccountSession {
    let (session, task) = try state.withLock { state in
      guard let session = state.session, session.localID == uid else {
        throw Self.notSignedIn(uid)
      }
      guard forcingRefresh || session.expiresAt - Self.refreshMargin <= now() else {
        return (session, Task<AccountSession, any Error>?.none)
      }
      let task = state.refreshTask ?? Task { try await self.refreshed(session) }
      state.refreshTask = task
      return (session, task)
    }
    return try await task?.value ?? session
  }

  private func refreshed(_ session: AccountSession) async throws -> AccountSession {
    let result: Result<AccountSession, any Error>
    do {
      result = .success(
        try await performing { accounts in
          try await authentication(of: accounts).refresh(session.refreshToken)
        }
      )
    } catch {
      result = .failure(error)
    }
    // Meanwhile, the user may have signed out, and another user may have signed in. The tokens must
    // not be assigned to that user.
    let isCurrent = state.withLock { state in
      guard state.session?.refreshToken == session.refreshToken else { return false }
      state.refreshTask = nil
      if case .success(let fresh) = result { state.session = fresh }
      return true
    }
    guard isCurrent else { throw Self.notSignedIn(session.localID) }
    if case .success = result { notifyListeners(ofTokensOnly: true) }
    return try result.get()
  }

  private static func notSignedIn(_ uid: String) -> AuthError {
    AuthError(.nullUser, "the user \(uid) is no longer signed in: sign in again")
  }

  func reload(_ uid: String) async throws -> AuthUser {
    // The signed-in user reads their own account; only tools can read other accounts.
    let isOwn = state.withLock { $0.session?.localID == uid }
    let own = isOwn ? try await session(of: uid) : nil
    let found = try await performing { accounts in
      if let own { return try await authentication(of: accounts).account(of: own) }
      return try await accounts.reader.account(id: uid)
    }
    guard let account = found else { throw Self.missingAccountError(uid) }
    state.withLock { state in
      if state.session?.localID == uid { state.account = account }
    }
    return AuthUser(account, of: self)
  }

  /// Deletes a user's account and signs the user out.
  func delete(_ uid: String) async throws {
    // A user must be signed in to delete the account. Only tools, with their own credentials, can
    // delete other accounts.
    let own = try await session(of: uid)
    let isRemoved = try await performing { accounts in
      try await registration(of: accounts).deleteAccount(of: own)
    }
    guard isRemoved else { throw Self.missingAccountError(uid) }
    if currentUser?.uid == uid { endSession() }
  }

  private static func missingAccountError(_ uid: String) -> AuthError {
    AuthError(.userNotFound, "the account of the user \(uid) no longer exists")
  }

  /// Opens a session, signs its user in, and notifies listeners.
  ///
  /// - Parameters:
  ///   - email: The email address to include in error messages.
  ///   - provider: The provider to include in the result.
  ///   - uid: The only user who may sign in, or nil to allow any user.
  ///   - open: A closure that opens the session.
  /// - Returns: The result of the sign-in.
  /// - Throws: An `AuthError`, or a `FirebaseError` if the environment has no accounts.
  func openSession(
    email: String? = nil,
    provider: String = "",
    only uid: String? = nil,
    _ open: (Accounts) async throws -> AccountSignIn
  ) async throws -> AuthDataResult {
    let (signInResult, account) = try await performing(email: email) { accounts in
      let signInResult = try await open(accounts)
      guard let account = try await authentication(of: accounts).account(of: signInResult.session)
      else {
        throw AccountError(code: "USER_NOT_FOUND")
      }
      return (signInResult, account)
    }
    if let uid, uid != account.localID {
      throw AuthError(.userMismatch, "the credential does not belong to the user \(uid)")
    }
    state.withLock { state in
      state.session = signInResult.session
      state.account = account
      state.refreshTask = nil
    }
    notifyListeners(ofTokensOnly: uid != nil)
    return AuthDataResult(
      user: AuthUser(account, of: self),
      isNewUser: signInResult.isNew,
      providerID: provider
    )
  }

  /// Changes the account of the signed-in user, and starts the session that the change returns.
  func change(
    _ uid: String,
    email: String? = nil,
    _ operation: (any AccountRegistration, AccountSession) async throws -> AccountSession
  ) async throws {
    let own = try await session(of: uid)
    _ = try await openSession(email: email, only: uid) { accounts in
      let session = try await operation(try registration(of: accounts), own)
      return AccountSignIn(session: session, isNew: false)
    }
  }

  /// Signs out, and notifies listeners if a user was signed in.
  func endSession() {
    let wasSignedIn = state.withLock { state in
      defer { (state.session, state.account, state.refreshTask) = (nil, nil, nil) }
      return state.session != nil
    }
    if wasSignedIn { notifyListeners() }
  }

  private func notifyListeners(ofTokensOnly: Bool = false) {
    let user = currentUser
    let listeners = state.withLock { state in
      state.listeners.filter { !ofTokensOnly || state.tokenListenerIDs.contains($0.key) }
        .sorted { $0.key < $1.key }.map(\.value)
    }
    listeners.forEach { $0(user) }
  }

  /// Returns the service's `AccountAuthentication`, or a local implementation if the service has
  /// none.
  func authentication(of accounts: Accounts) -> any AccountAuthentication {
    accounts.reader.authentication ?? local(accounts)
  }

  /// Returns the service's `AccountRegistration`, or a local implementation if the service has
  /// none; throws an error if the accounts are read-only.
  func registration(of accounts: Accounts) throws -> any AccountRegistration {
    try accounts.store.get().registration ?? local(accounts)
  }

  private func local(_ accounts: Accounts) -> LocalAuthentication {
    LocalAuthentication(accounts: accounts, project: project, codes: localActionCodes, now: now)
  }

  /// Performs an operation on the accounts, and converts service errors to `AuthError`.
  func performing<Value: Sendable>(
    email: String? = nil,
    _ operation: (Accounts) async throws -> Value
  ) async throws -> Value {
    let accounts = try service.get()
    do {
      return try await operation(accounts)
    } catch let accountError as AccountError {
      throw AuthError(accountError, email: email)
    } catch let error as StoreError {
      let temporaryCodes: [StoreError.Code] = [
        .busy, .unreachable, .unavailable, .rateLimited, .invalidResponse,
      ]
      let isTemporary = temporaryCodes.contains(error.code)
      throw AuthError(isTemporary ? .networkError : .internalError, error.description)
    } catch is AccountConflict {
      throw AuthError(
        .internalError,
        "another client changed the account at the same time: try again"
      )
    }
  }
}
