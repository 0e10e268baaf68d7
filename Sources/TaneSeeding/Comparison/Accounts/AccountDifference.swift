public import TaneCore
public import TaneProject

/// How an account differs from what fixtures say of it.
public struct AccountDifference: Sendable {
  /// What fixtures say.
  public let fixture: Fixtures.Account
  /// The account as it was read, if there is one.
  public let existing: Account?
  /// What differs, by the addresses of fields; a password that is to be set is `<redacted>`.
  public let node: NodeDifference

  /// Whether both sides have a password: nobody can tell whether it is the same.
  public var hasUncheckedPassword: Bool {
    fixture.password != nil && existing?.password != nil
  }
}
