/// The tokens of a signed-in user; they are redacted in messages and logs.
public struct AccountSession: Sendable, Hashable {
  /// The user's identifier.
  package let localID: String
  /// The token that identifies the user to services.
  package let idToken: String
  /// The token that is exchanged for new tokens.
  package let refreshToken: String
  /// The expiry time of the ID token, in milliseconds since 1970.
  package let expiresAt: Int64

  package init(localID: String, idToken: String, refreshToken: String, expiresAt: Int64) {
    self.localID = localID
    self.idToken = idToken
    self.refreshToken = refreshToken
    self.expiresAt = expiresAt
  }
}

extension AccountSession: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The user's identifier, with a placeholder for the tokens.
  public var description: String { "\(localID) <redacted>" }
  /// The user's identifier, with a placeholder for the tokens.
  public var debugDescription: String { description }
  /// A mirror without the tokens.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
