/// A user of Firebase Authentication.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/UserInfo>.
public struct Account: Sendable, Hashable, Codable {
  /// An identity at a provider such as `google.com`, by which the user can sign in as well.
  public struct Provider: Sendable, Hashable, Codable {
    /// The provider's identifier: `google.com`.
    public var providerID: String
    /// The user's identifier at the provider.
    public var rawID: String
    /// The user's address at the provider, if it is known.
    public var email: String?
    /// The user's name at the provider, if it is known.
    public var displayName: String?
    /// The address of the user's picture at the provider, if it is known.
    public var photoURL: String?

    /// Creates an identity.
    public init(
      providerID: String,
      rawID: String,
      email: String? = nil,
      displayName: String? = nil,
      photoURL: String? = nil
    ) {
      self.providerID = providerID
      self.rawID = rawID
      self.email = email
      self.displayName = displayName
      self.photoURL = photoURL
    }
  }

  /// The user's identifier, 1 to 128 characters.
  public var localID: String
  /// The user's address, in lower case.
  public var email: String?
  /// Whether the address is known to be the user's.
  public var isEmailVerified = false
  /// The user's name, as it is shown.
  public var displayName: String?
  /// The address of the user's picture.
  public var photoURL: String?
  /// The user's telephone number, `+` and digits.
  public var phoneNumber: String?
  /// What the user's password is checked against.
  public var password: AccountPassword?
  /// Whether the user has signed in with a link sent to the address; nil, as in accounts kept by earlier
  /// versions, counts as no.
  public var usesEmailLink: Bool?
  /// Whether the user may not sign in.
  public var isDisabled = false
  /// Claims that the user's tokens carry, a JSON object.
  public var customAttributes: String?
  /// Identities at providers other than Firebase.
  public var providers: [Provider] = []
  /// Whether the user signed in with a token of the app's own server.
  public var hasCustomToken = false
  /// When the account was made, in milliseconds since 1970.
  public var createdAt: Int64
  /// When the user signed in last, in milliseconds since 1970.
  public var lastLoginAt: Int64?
  /// When the user was given a token last, in milliseconds since 1970.
  public var lastRefreshAt: Int64?
  /// When the password was set, in milliseconds since 1970.
  public var passwordUpdatedAt: Int64?
  /// Tokens that were given before are not taken any more, in seconds since 1970.
  public var validSince: Int64

  /// Creates an account.
  public init(localID: String, createdAt: Int64) {
    self.localID = localID
    self.createdAt = createdAt
    validSince = createdAt / 1000
  }
}

/// What a password is checked against; it shows neither in messages nor in logs.
public struct AccountPassword: Sendable, Hashable, Codable {
  /// The hash of the password.
  public var hash: String
  /// What was hashed with the password, if anything.
  public var salt: String?

  /// Creates what a password is checked against.
  public init(hash: String, salt: String? = nil) {
    self.hash = hash
    self.salt = salt
  }
}

extension AccountPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// A word in the place of the hash.
  public var description: String { "<redacted>" }
  /// A word in the place of the hash.
  public var debugDescription: String { description }
  /// A mirror without the hash.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
