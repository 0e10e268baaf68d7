import Synchronization
import TaneCore

extension Auth {
  /// Signs a user in by a credential; the first sign-in with a provider makes the account.
  ///
  /// - Throws: An `AuthError`: those of `signIn(withEmail:password:)`, `invalidCredential`, or
  ///   `accountExistsWithDifferentCredential` where an account has the address and the provider does not vouch for it.
  @discardableResult
  public func signIn(with credential: AuthCredential) async throws -> AuthDataResult {
    try await signIn(with: credential, only: nil)
  }

  func signIn(with credential: AuthCredential, only uid: String?) async throws -> AuthDataResult {
    switch credential.kind {
    case .password(let email, let password):
      try await begin(email: email, provider: credential.provider, only: uid) { accounts in
        let authentication = authentication(of: accounts)
        let session = try await authentication.signIn(email: email, password: password)
        return AccountArrival(session: session, isNew: false)
      }
    case .proof(let proof):
      try await begin(provider: credential.provider, only: uid) { accounts in
        try await registration(of: accounts).signIn(with: proof, linkingTo: nil)
      }
    }
  }

  /// Signs a user in by a token of the app's own server; the first sign-in makes the account.
  ///
  /// Embedded accounts and emulators do not verify the token's signature, and take JSON such as `{"uid": "a"}` as well.
  ///
  /// - Throws: An `AuthError`: `invalidCustomToken`, or `userDisabled`.
  @discardableResult
  public func signIn(withCustomToken token: String) async throws -> AuthDataResult {
    try await begin { accounts in
      try await registration(of: accounts).signIn(with: .customToken(token), linkingTo: nil)
    }
  }

  /// The language of emails that are sent to users, such as `ja`; nil for the project's.
  public var languageCode: String? {
    get { state.withLock { $0.languageCode } }
    set { state.withLock { $0.languageCode = newValue } }
  }

  /// Sends a code for a new password to an address.
  ///
  /// Emulators report the code where they run, and embedded accounts write it to standard error: nothing is sent.
  ///
  /// ```swift
  /// try await auth.sendPasswordReset(withEmail: email)
  /// ```
  ///
  /// - Throws: An `AuthError`: `userNotFound`, unless the project hides its addresses.
  public func sendPasswordReset(withEmail email: String) async throws {
    try await sendCode(for: .passwordReset(email: email), email: email)
  }

  func sendCode(for purpose: AccountCodePurpose, email: String? = nil) async throws {
    try await performing(email: email) { accounts in
      try await registration(of: accounts).sendCode(for: purpose, locale: languageCode)
    }
  }

  /// Sets the password of the account that a code was sent to.
  ///
  /// - Throws: An `AuthError`: `invalidActionCode`, `expiredActionCode` or `weakPassword`.
  public func confirmPasswordReset(withCode code: String, newPassword: String) async throws {
    _ = try await performing { accounts in
      try await registration(of: accounts).resetPassword(code: code, to: newPassword)
    }
  }

  /// Returns the address that a code for a new password was sent to.
  ///
  /// - Throws: An `AuthError`: `invalidActionCode` or `expiredActionCode`.
  public func verifyPasswordResetCode(_ code: String) async throws -> String {
    try await performing { accounts in
      try await registration(of: accounts).resetPassword(code: code, to: nil) ?? ""
    }
  }

  /// Does what a code was sent for: verifies an address, or changes it.
  ///
  /// `User.reload()` reads the result.
  ///
  /// - Throws: An `AuthError`: `invalidActionCode` or `expiredActionCode`.
  public func applyActionCode(_ code: String) async throws {
    try await performing { try await registration(of: $0).applyCode(code) }
  }
}
