/// The result of a sign-in: the user, and whether the account is new.
public struct AuthDataResult: Sendable, Equatable {
  /// The signed-in user.
  public let user: AuthUser
  /// A Boolean value indicating whether the sign-in created the account.
  public let isNewUser: Bool
  let providerID: String

  /// Information about the sign-in itself.
  public var additionalUserInfo: AdditionalUserInfo? {
    AdditionalUserInfo(providerID: providerID, isNewUser: isNewUser)
  }
}

/// The provider of a sign-in, and whether the account is new.
public struct AdditionalUserInfo: Sendable, Hashable {
  /// The provider of the credential, such as `password` or `google.com`; empty for anonymous users
  /// and custom tokens.
  public let providerID: String
  /// A Boolean value indicating whether the sign-in created the account.
  public let isNewUser: Bool
}
