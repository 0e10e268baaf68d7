/// Checks passwords and gives tokens, as Firebase Authentication does; it changes no account that its caller
/// could change otherwise.
///
/// Every call may throw an `AccountRefusal`, a `StoreError` or `CancellationError`.
public protocol AccountAuthentication: Sendable {
  /// Signs a user in.
  func signIn(email: String, password: String) async throws -> AccountSession

  /// Gives new tokens for those whose time is over.
  func refresh(_ refreshToken: String) async throws -> AccountSession

  /// The account of who is signed in, read with the user's own token; nil where it is gone.
  func account(of session: AccountSession) async throws -> Account?
}

/// Makes accounts for new users, as Firebase Authentication does.
///
/// Every call may throw an `AccountRefusal`, a `StoreError` or `CancellationError`.
public protocol AccountRegistration: Sendable {
  /// Makes an account and signs its user in; without an address an anonymous one.
  func signUp(email: String?, password: String?) async throws -> AccountSession

  /// Removes the account of who is signed in, with the user's own token; false where it is gone.
  func delete(_ session: AccountSession) async throws -> Bool
}
