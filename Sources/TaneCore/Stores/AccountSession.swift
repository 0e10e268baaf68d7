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
