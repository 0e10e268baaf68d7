/// The result of a sign-in: the user, the provider, and whether the account is new.
public struct AuthDataResult: Sendable, Equatable {
  /// The signed-in user.
  public let user: AuthUser
  /// A Boolean value indicating whether the sign-in created the account.
  public let isNewUser: Bool
  let providerID: String

  /// The provider of the sign-in, and whether the account is new; never nil.
  public var additionalUserInfo: AdditionalUserInfo? {
    AdditionalUserInfo(providerID: providerID, isNewUser: isNewUser)
  }
}

/// The provider of a sign-in, and whether the sign-in created the account.
public struct AdditionalUserInfo: Sendable, Hashable {
  /// The provider of the credential, such as `password` or `google.com`; empty for anonymous users
  /// and custom tokens.
  public let providerID: String
  /// A Boolean value indicating whether the sign-in created the account.
  public let isNewUser: Bool
}
