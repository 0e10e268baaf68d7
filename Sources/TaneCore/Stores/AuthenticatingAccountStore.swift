/// Accounts that check passwords and give tokens by themselves, as Firebase Authentication does.
///
/// Every call may throw an `AccountRefusal`, a `StoreError` or `CancellationError`.
public protocol AuthenticatingAccountStore: AccountStore {
  /// Signs a user in.
  func signIn(email: String, password: String) async throws -> AccountSession

  /// Makes an account and signs its user in; without an address an anonymous one.
  func signUp(email: String?, password: String?) async throws -> AccountSession

  /// Gives new tokens for those whose time is over.
  func refresh(_ refreshToken: String) async throws -> AccountSession
}
