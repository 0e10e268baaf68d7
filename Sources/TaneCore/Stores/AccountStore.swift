/// The accounts of a project, wherever they are kept: the port that every adapter fills.
///
/// No two accounts have one identifier, one address or one telephone number. Every call may throw a
/// `StoreError` or `CancellationError`.
public protocol AccountStore: Sendable {
  /// The account of an identifier, nil where there is none.
  func account(id: String) async throws -> Account?

  /// The account of an address in lower case, nil where there is none.
  func account(email: String) async throws -> Account?

  /// The account of a telephone number, nil where there is none.
  func account(phoneNumber: String) async throws -> Account?

  /// The first accounts after an identifier, or from the beginning, in the byte order of identifiers.
  func accounts(after id: String?, limit: Int) async throws -> [Account]

  /// Stores an account in place of the one that is there, or of none.
  ///
  /// - Parameters:
  ///   - account: The account to store.
  ///   - existing: What must be there now under the account's identifier; nil for nothing.
  /// - Throws: An `AccountConflict` where something else is there, or another account has the address or
  ///   the telephone number.
  func put(_ account: Account, replacing existing: Account?) async throws

  /// Removes the account of an identifier; false where there was none.
  func delete(id: String) async throws -> Bool

  /// Removes all accounts.
  func removeAll() async throws
}

/// Why an account was not stored.
public enum AccountConflict: Error, Sendable, Hashable {
  /// There is an account of the identifier, and none was expected.
  case identifierTaken
  /// The account is another than was expected, or is gone.
  case changed
  /// Another account has the address.
  case emailTaken
  /// Another account has the telephone number.
  case phoneNumberTaken
}
