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

/// The tokens of a user who is signed in; they show neither in messages nor in logs.
public struct AccountSession: Sendable, Hashable {
  /// The user's identifier.
  public let localID: String
  /// The token by which services know the user.
  public let idToken: String
  /// The token for which there are new tokens.
  public let refreshToken: String
  /// When the ID token is taken no more, in milliseconds since 1970.
  public let expiresAt: Int64

  /// Creates tokens.
  public init(localID: String, idToken: String, refreshToken: String, expiresAt: Int64) {
    self.localID = localID
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
  }
}

extension AccountSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The user's identifier, and a word in the place of the tokens.
  public var description: String { "\(localID) <redacted>" }
  /// The user's identifier, and a word in the place of the tokens.
  public var debugDescription: String { description }
  /// A mirror without the tokens.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Why a user was not signed in, or an account not made.
public struct AccountRefusal: Error, Sendable, Hashable {
  /// Identity Toolkit's code, such as `EMAIL_NOT_FOUND`
  /// (<https://firebase.google.com/docs/reference/rest/auth#section-error-format>).
  public let code: String
  /// What the service says of it, if anything.
  public let detail: String?

  /// Creates a refusal.
  public init(code: String, detail: String? = nil) {
    self.code = code
    self.detail = detail
  }
}

extension AccountRefusal: CustomStringConvertible {
  /// The code, and after a colon what the service says of it.
  public var description: String { detail.map { "\(code): \($0)" } ?? code }
}
