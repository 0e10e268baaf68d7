/// A user of Firebase Authentication.
///
/// See <https://cloud.google.com/identity-platform/docs/reference/rest/v1/UserInfo>.
public struct Account: Sendable, Hashable, Codable {
  /// An identity of the user at a provider such as `google.com`.
  package struct Provider: Sendable, Hashable, Codable {
    /// The provider's identifier, such as `google.com`.
    package var providerID: String
    /// The user's identifier at the provider.
    package var rawID: String
    /// The user's email address at the provider, if known.
    package var email: String?
    /// The user's name at the provider, if known.
    package var displayName: String?
    /// The URL of the user's picture at the provider, if known.
    package var photoURL: String?

    package init(
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
  package var localID: String
  /// The user's email address, in lowercase.
  package var email: String?
  /// A Boolean value indicating whether the email address is verified.
  package var isEmailVerified = false
  package var displayName: String?
  /// The URL of the user's picture.
  package var photoURL: String?
  /// The user's phone number: `+` followed by digits.
  package var phoneNumber: String?
  /// The user's password hash.
  package var password: AccountPassword?
  /// A Boolean value indicating whether the user has signed in with an email link; nil, in accounts
  /// from earlier versions of Tane, means false.
  package var usesEmailLink: Bool?
  /// A Boolean value indicating whether the account is disabled.
  package var isDisabled = false
  /// The custom claims in the user's tokens, as a JSON object.
  package var customAttributes: String?
  /// The identities at providers other than Firebase.
  package var providers: [Provider] = []
  /// A Boolean value indicating whether the user signed in with a custom token from the app's own
  /// server.
  package var hasCustomToken = false
  /// The time of creation, in milliseconds since 1970.
  package var createdAt: Int64
  /// The time of the last sign-in, in milliseconds since 1970.
  package var lastLoginAt: Int64?
  /// The time at which the last token was issued, in milliseconds since 1970.
  package var lastRefreshAt: Int64?
  /// The time at which the password was set, in milliseconds since 1970.
  package var passwordUpdatedAt: Int64?
  /// The time before which all issued tokens are invalid, in seconds since 1970.
  package var validSince: Int64

  package init(localID: String, createdAt: Int64) {
    self.localID = localID
    self.createdAt = createdAt
    validSince = createdAt / 1000
  }
}

/// A password hash; it is redacted in messages and logs.
package struct AccountPassword: Sendable, Hashable, Codable {
  /// The hash of the password.
  package var hash: String
  /// The salt, or nil if the hash has none.
  package var salt: String?
  /// The parameters of an imported hash, or nil for a hash that an emulator or a store created.
  ///
  /// An imported hash and its salt are in Base64.
  package var parameters: PasswordHashParameters?

  package init(hash: String, salt: String? = nil, parameters: PasswordHashParameters? = nil) {
    (self.hash, self.salt, self.parameters) = (hash, salt, parameters)
  }
}

extension AccountPassword: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
  /// A placeholder for the hash.
  package var description: String { "<redacted>" }
  /// A placeholder for the hash.
  package var debugDescription: String { description }
  /// A mirror without the hash.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
