/// Checks passwords and gives tokens, as Firebase Authentication does; it changes no account that its caller
/// could change otherwise.
///
/// Every call may throw an `AccountRefusal`, a `StoreError` or `CancellationError`.
public protocol AccountAuthentication: Sendable {
  /// Signs a user in.
  func signIn(email: String, password: String) async throws -> AccountSession

  /// Gives new tokens for those whose time is over.
  func refresh(_ refreshToken: String) async throws -> AccountSession
}

/// Makes accounts for new users, as Firebase Authentication does.
public protocol AccountRegistration: Sendable {
  /// Makes an account and signs its user in; without an address an anonymous one.
  ///
  /// - Throws: An `AccountRefusal`, a `StoreError` or `CancellationError`.
  func signUp(email: String?, password: String?) async throws -> AccountSession
}
