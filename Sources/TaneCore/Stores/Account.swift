/// A user of Firebase Authentication.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/UserInfo>.
public struct Account: Sendable, Hashable, Codable {
  /// An identity at a provider such as `google.com`, with which the user can also sign in.
  public struct Provider: Sendable, Hashable, Codable {
    /// The provider's identifier: `google.com`.
    public var providerID: String
    /// The user's identifier at the provider.
    public var rawID: String
    /// The user's email address at the provider, if known.
    public var email: String?
    /// The user's name at the provider, if known.
    public var displayName: String?
    /// The URL of the user's picture at the provider, if known.
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
  /// The user's email address, in lower case.
  public var email: String?
  /// A Boolean value indicating whether the email address is verified.
  public var isEmailVerified = false
  /// The user's display name.
  public var displayName: String?
  /// The URL of the user's picture.
  public var photoURL: String?
  /// The user's telephone number, `+` and digits.
  public var phoneNumber: String?
  /// The user's password hash.
  public var password: AccountPassword?
  /// A Boolean value indicating whether the user has signed in with an email link; nil, in accounts
  /// of earlier versions, means false.
  public var usesEmailLink: Bool?
  /// A Boolean value indicating whether the account is disabled.
  public var isDisabled = false
  /// The custom claims of the user's tokens, a JSON object.
  public var customAttributes: String?
  /// Identities at providers other than Firebase.
  public var providers: [Provider] = []
  /// A Boolean value indicating whether the user signed in with a custom token of the app's own
  /// server.
  public var hasCustomToken = false
  /// The time of creation, in milliseconds since 1970.
  public var createdAt: Int64
  /// The time of the last sign-in, in milliseconds since 1970.
  public var lastLoginAt: Int64?
  /// The time at which the last token was issued, in milliseconds since 1970.
  public var lastRefreshAt: Int64?
  /// The time at which the password was set, in milliseconds since 1970.
  public var passwordUpdatedAt: Int64?
  /// The time before which issued tokens are no longer valid, in seconds since 1970.
  public var validSince: Int64

  /// Creates an account.
  public init(localID: String, createdAt: Int64) {
    self.localID = localID
    self.createdAt = createdAt
    validSince = createdAt / 1000
  }
}

/// A password hash; it is redacted in messages and logs.
public struct AccountPassword: Sendable, Hashable, Codable {
  /// The hash.
  public var hash: String
  /// The salt, or nil if there is none.
  public var salt: String?

  /// Creates a password hash.
  public init(hash: String, salt: String? = nil) {
    self.hash = hash
    self.salt = salt
  }
}

extension AccountPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// A placeholder for the hash.
  public var description: String { "<redacted>" }
  /// A placeholder for the hash.
  public var debugDescription: String { description }
  /// A mirror without the hash.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
