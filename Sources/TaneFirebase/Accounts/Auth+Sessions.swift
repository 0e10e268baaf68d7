import Synchronization
import TaneCore

extension Auth {
  /// The accounts of the environment.
  typealias Accounts = OpenedService<any AccountReader, any AccountStore>

  /// The time before its end at which a token is renewed, in milliseconds: five minutes.
  private static let refreshMargin: Int64 = 300_000

  /// The token of a user who is signed in; several who ask for a new one at once wait for the same.
  func idToken(of uid: String, forcingRefresh: Bool) async throws -> String {
    let task = try state.withLock { state -> Task<AccountSession, any Error>? in
      guard let session = state.session, session.localID == uid else {
        throw AuthError(.nullUser, "the user \(uid) is not signed in any more: sign in again")
      }
      guard forcingRefresh || session.expiresAt - Self.refreshMargin <= now() else { return nil }
      let task = state.refreshing ?? Task { try await self.refreshed(session) }
      state.refreshing = task
      return task
    }
    if let session = try await task?.value { return session.idToken }
    return state.withLock { $0.session?.idToken } ?? ""
  }

  private func refreshed(_ session: AccountSession) async throws -> AccountSession {
    defer { state.withLock { $0.refreshing = nil } }
    let fresh = try await performing { accounts in
      try await authentication(of: accounts).refresh(session.refreshToken)
    }
    state.withLock { state in
      if state.session?.localID == fresh.localID { state.session = fresh }
    }
    return fresh
  }

  /// Reads a user again.
  func reload(_ uid: String) async throws -> AuthUser {
    guard let account = try await performing({ try await $0.reader.account(id: uid) }) else {
      throw AuthError(.userNotFound, "there is no account of the user \(uid) any more")
    }
    state.withLock { state in
      if state.session?.localID == uid { state.account = account }
    }
    return AuthUser(account, of: self)
  }

  /// Removes the account of a user, and signs it out.
  func delete(_ uid: String) async throws {
    guard try await performing({ try await $0.store.get().delete(id: uid) }) else {
      throw AuthError(.userNotFound, "there is no account of the user \(uid) any more")
    }
    if currentUser?.uid == uid { end() }
  }

  /// Signs a user in by a session that is opened, and tells the listeners.
  func begin(
    email: String?,
    isNewUser: Bool,
    _ open: (Accounts) async throws -> AccountSession
  ) async throws -> AuthDataResult {
    let (session, account) = try await performing(email: email) { accounts in
      let session = try await open(accounts)
      guard let account = try await accounts.reader.account(id: session.localID) else {
        throw AccountRefusal(code: "USER_NOT_FOUND")
      }
      return (session, account)
    }
    state.withLock { state in
      state.session = session
      state.account = account
      state.refreshing = nil
    }
    tellListeners()
    return AuthDataResult(user: AuthUser(account, of: self), isNewUser: isNewUser)
  }

  /// Signs out, and tells the listeners if anybody was signed in.
  func end() {
    let wasSignedIn = state.withLock { state in
      defer { (state.session, state.account, state.refreshing) = (nil, nil, nil) }
      return state.session != nil
    }
    if wasSignedIn { tellListeners() }
  }

  private func tellListeners() {
    let user = currentUser
    let listeners = state.withLock { state in
      state.listeners.sorted { $0.key < $1.key }.map(\.value)
    }
    listeners.forEach { $0(user) }
  }

  /// What checks passwords: the service, or this process where there is none.
  func authentication(of accounts: Accounts) -> any AccountAuthentication {
    accounts.reader.authentication ?? local(accounts)
  }

  /// What signs new users up, where accounts may be made: the service, or this process where there is none.
  func registration(of accounts: Accounts) throws -> any AccountRegistration {
    try accounts.store.get().registration ?? local(accounts)
  }

  private func local(_ accounts: Accounts) -> LocalAuthentication {
    LocalAuthentication(accounts: accounts, project: project, now: now)
  }

  /// Does something with the accounts, and tells its failures as the SDK does.
  func performing<Value: Sendable>(
    email: String? = nil,
    _ operation: (Accounts) async throws -> Value
  ) async throws -> Value {
    let accounts = try service.get()
    do {
      return try await operation(accounts)
    } catch let refusal as AccountRefusal {
      throw AuthError(refusal, email: email)
    } catch let error as StoreError {
      let passing: [StoreError.Code] = [.busy, .unreachable, .unavailable, .rateLimited]
      let isPassing = passing.contains(error.code)
      throw AuthError(isPassing ? .networkError : .internalError, error.description)
    } catch is AccountConflict {
      throw AuthError(.internalError, "others changed the account at the same time: try again")
    }
  }
}
