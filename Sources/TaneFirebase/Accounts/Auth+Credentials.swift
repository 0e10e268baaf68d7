import Synchronization
import TaneCore

extension Auth {
  /// Signs a user in with a credential; the first sign-in with a provider creates the account.
  ///
  /// - Throws: An `AuthError`: the errors of `signIn(withEmail:password:)`, `invalidCredential`, or
  ///   `accountExistsWithDifferentCredential` if another account has the email address and the
  ///   provider has not verified it.
  @discardableResult
  public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
    try await signIn(with: credential, only: nil)
  }

  func signIn(with credential: AuthCredential, only uid: String?) async throws -> AuthDataResult {
    switch credential.kind {
    case .password(let email, let password):
      try await openSession(email: email, provider: credential.provider, only: uid) { accounts in
        let authentication = authentication(of: accounts)
        let session = try await authentication.signIn(email: email, password: password)
        return AccountSignIn(session: session, isNew: false)
      }
    case .proof(let proof):
      try await openSession(provider: credential.provider, only: uid) { accounts in
        let purpose = uid == nil ? AccountProofPurpose.signIn : .reauthentication
        return try await registration(of: accounts).signIn(with: proof, for: purpose)
      }
    }
  }

  /// Signs a user in with a custom token; the first sign-in creates the account.
  ///
  /// Embedded accounts and emulators do not verify the token's signature, and also accept JSON such
  /// as `{"uid": "a"}`.
  ///
  /// - Throws: An `AuthError`: `invalidCustomToken` or `userDisabled`.
  @discardableResult
  public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
    try await openSession { accounts in
      try await registration(of: accounts).signIn(with: .customToken(token), for: .signIn)
    }
  }

  /// The language of emails to users, such as `ja`, or nil for the project's language.
  public var languageCode: String? {
    get { state.withLock { $0.languageCode } }
    set { state.withLock { $0.languageCode = newValue } }
  }

  /// Sends a password reset code to an email address.
  ///
  /// An emulator prints the code instead of sending an email; embedded accounts write it to
  /// standard error.
  ///
  /// ```swift
  /// try await auth.sendPasswordReset(withEmail: email)
  /// ```
  ///
  /// - Throws: An `AuthError` with code `userNotFound` if no account uses the email address and the
  ///   project has no email enumeration protection.
  public func sendPasswordReset(withEmail email: String) async throws {
    try await sendCode(for: .passwordReset(email: email), email: email)
  }

  func sendCode(for purpose: AccountCodePurpose, email: String? = nil) async throws {
    try await performing(email: email) { accounts in
      try await registration(of: accounts).sendCode(for: purpose, locale: languageCode)
    }
  }

  /// Sets a new password for the account to which the code was sent.
  ///
  /// - Throws: An `AuthError`: `invalidActionCode`, `expiredActionCode` or `weakPassword`.
  public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
    _ = try await performing { accounts in
      try await registration(of: accounts).resetPassword(code: code, to: newPassword)
    }
  }

  /// Returns the email address to which a password reset code was sent.
  ///
  /// - Throws: An `AuthError`: `invalidActionCode` or `expiredActionCode`.
  public func verifyPasswordResetCode(_ code: String) async throws -> String {
    try await performing { accounts in
      try await registration(of: accounts).resetPassword(code: code, to: nil) ?? ""
    }
  }

  /// Applies a code that verifies or changes an email address.
  ///
  /// Call `User.reload()` to update the user's properties.
  ///
  /// - Throws: An `AuthError`: `invalidActionCode` or `expiredActionCode`.
  public func applyActionCode(_ code: String) async throws {
    try await performing { try await registration(of: $0).applyCode(code) }
  }
}
