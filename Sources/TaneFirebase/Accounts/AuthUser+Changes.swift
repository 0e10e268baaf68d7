public import Foundation
import Synchronization
import TaneCore

extension AuthUser {
  /// Adds a credential to the account, so that the user can also sign in with it.
  ///
  /// - Throws: An `AuthError`: `providerAlreadyLinked`, `credentialAlreadyInUse` or
  ///   `emailAlreadyInUse`.
  @discardableResult
  public func link(with credential: AuthCredential) async throws -> AuthDataResult {
    guard !isLinked(credential.provider) else {
      let message = "\(credential.provider) is already linked to the user"
      throw AuthError(.providerAlreadyLinked, message)
    }
    switch credential.kind {
    case .password(let email, let password):
      var change = AccountChange()
      (change.email, change.password) = (email, password)
      try await self.change(change)
    case .proof(let proof):
      try await auth.change(uid) { try await $0.signIn(with: proof, for: .linking($1)).session }
    }
    return AuthDataResult(user: self, isNewUser: false, providerID: credential.provider)
  }

  /// Removes a provider from the account, such as `google.com` or `password`.
  ///
  /// - Returns: The updated user.
  /// - Throws: An `AuthError` with code `noSuchProvider` if the provider is not linked.
  @discardableResult
  public func unlink(fromProvider provider: String) async throws -> AuthUser {
    guard isLinked(provider) else {
      throw AuthError(.noSuchProvider, "\(provider) is not linked to the user")
    }
    var change = AccountChange()
    change.removedProviders = [provider]
    try await self.change(change)
    return self
  }

  /// Signs the user in again, as services require before sensitive changes; never creates an
  /// account.
  ///
  /// - Throws: An `AuthError` with code `userMismatch` if the credential does not belong to this
  ///   user.
  @discardableResult
  public func reauthenticate(with credential: AuthCredential) async throws -> AuthDataResult {
    _ = try await auth.session(of: uid)
    do {
      return try await auth.signIn(with: credential, only: uid)
    } catch let error as AuthError where error.code == .userNotFound {
      throw AuthError(.userMismatch, "the credential does not belong to the user \(uid)")
    }
  }

  /// Changes the email address, which must then be verified again.
  ///
  /// - Throws: An `AuthError`: `emailAlreadyInUse`, `invalidEmail` or `requiresRecentLogin`.
  public func updateEmail(to email: String) async throws {
    var change = AccountChange()
    change.email = email
    try await self.change(change)
  }

  /// Changes the password.
  ///
  /// - Throws: An `AuthError`: `weakPassword` or `requiresRecentLogin`.
  public func updatePassword(to password: String) async throws {
    var change = AccountChange()
    change.password = password
    try await self.change(change)
  }

  /// Sends a code to the email address; passing the code to `Auth.applyActionCode(_:)` verifies the
  /// address.
  ///
  /// An emulator prints the code instead of sending an email; embedded accounts write it to
  /// standard error.
  public func sendEmailVerification() async throws {
    try await auth.sendCode(for: .verification(try await auth.session(of: uid)))
  }

  /// Sends a code to a new email address; applying the code makes it the user's email address.
  public func sendEmailVerification(beforeUpdatingEmail newEmail: String) async throws {
    let session = try await auth.session(of: uid)
    try await auth.sendCode(for: .emailChange(session, newEmail: newEmail), email: newEmail)
  }

  /// Returns the user's ID token with its claims; a token that is about to expire is refreshed.
  public func getIDTokenResult(forcingRefresh: Bool = false) async throws -> AuthTokenResult {
    AuthTokenResult(token: try await getIDToken(forcingRefresh: forcingRefresh))
  }

  /// Creates a request to change the user's name and picture.
  ///
  /// ```swift
  /// let request = user.createProfileChangeRequest()
  /// request.displayName = "花子"
  /// try await request.commitChanges()
  /// ```
  public func createProfileChangeRequest() -> UserProfileChangeRequest {
    UserProfileChangeRequest(self)
  }

  private func isLinked(_ provider: String) -> Bool {
    account.providerData.contains { $0.providerID == provider }
  }

  fileprivate func change(_ change: AccountChange) async throws {
    try await auth.change(uid, email: change.email) { try await $0.update($1, with: change) }
  }
}

/// A request to change a user's name and picture; properties that are not set remain unchanged.
public final class UserProfileChangeRequest: Sendable {
  private let user: AuthUser
  private let state = Mutex(AccountChange())

  fileprivate init(_ user: AuthUser) { self.user = user }

  /// The user's display name; nil removes it.
  public var displayName: String? {
    get { state.withLock { $0.displayName.map { $0.isEmpty ? nil : $0 } } ?? user.displayName }
    set { state.withLock { $0.displayName = newValue ?? "" } }
  }

  /// The URL of the user's picture; nil removes it.
  public var photoURL: URL? {
    get {
      guard let text = state.withLock({ $0.photoURL }) else { return user.photoURL }
      return URL(string: text)
    }
    set { state.withLock { $0.photoURL = newValue?.absoluteString ?? "" } }
  }

  /// Writes the change to the account.
  ///
  /// - Throws: An `AuthError`, such as one with code `nullUser` if the user is not signed in.
  public func commitChanges() async throws { try await user.change(state.withLock { $0 }) }

  /// Writes the change to the account, and calls a block on the main queue on completion.
  public func commitChanges(completion: (((any Error)?) -> Void)? = nil) {
    user.change(then: completion) { try await self.commitChanges() }
  }
}
