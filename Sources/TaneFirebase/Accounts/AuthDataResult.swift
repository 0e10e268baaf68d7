/// The result of a sign-in: the user, and whether the account is new.
public struct AuthDataResult: Sendable, Equatable {
  /// The user.
  public let user: AuthUser
  /// A Boolean value indicating whether the sign-in created the account.
  public let isNewUser: Bool
}
