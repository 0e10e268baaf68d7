/// A port to sign-in with passwords and tokens, as in Firebase Authentication.
///
/// Calls do not change accounts beyond the changes that their caller could also make. Every call
/// may throw an `AccountRefusal`, a `StoreError` or `CancellationError`.
public protocol AccountAuthentication: Sendable {
  /// Signs a user in.
  func signIn(email: String, password: String) async throws -> AccountSession

  /// Exchanges a refresh token for new tokens.
  func refresh(_ refreshToken: String) async throws -> AccountSession

  /// Returns the account of the signed-in user, read with the user's own token; nil if it no longer
  /// exists.
  func account(of session: AccountSession) async throws -> Account?
}

/// A port to registration of new users, as in Firebase Authentication.
///
/// Every call may throw an `AccountRefusal`, a `StoreError` or `CancellationError`.
public protocol AccountRegistration: Sendable {
  /// Creates an account and signs its user in; without an email address the account is anonymous.
  func signUp(email: String?, password: String?) async throws -> AccountSession

  /// Removes the account of the signed-in user, with the user's own token; returns false if it no
  /// longer exists.
  func delete(_ session: AccountSession) async throws -> Bool
}
