/// Who has signed in, and whether the account is new.
public struct AuthDataResult: Sendable, Equatable {
  /// The user.
  public let user: AuthUser
  /// Whether the account was made by this.
  public let isNewUser: Bool
}
