/// An account that is stored together with others, as the Admin SDK's `importUsers` does
/// (<https://firebase.google.com/docs/auth/admin/import-users>).
public struct AccountImport: Sendable, Hashable {
  /// The account, whose own `password` is stored as it is where the import has none in clear.
  public var account: Account
  /// A password in clear, of which the store keeps no more than a hash.
  public var password: String?
  /// The account that must stand under the identifier now; nil for none.
  public var existing: Account?

  /// Creates an import.
  public init(_ account: Account, password: String? = nil, replacing existing: Account? = nil) {
    self.account = account
    self.password = password
    self.existing = existing
  }
}

extension AccountImport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The user's identifier; nothing of the password.
  public var description: String { account.localID }
  /// The user's identifier; nothing of the password.
  public var debugDescription: String { description }
  /// A mirror without the password.
  public var customMirror: Mirror { Mirror(self, children: ["account": account]) }
}

/// Why an account of an import was not stored.
public struct AccountImportFailure: Error, Sendable, Hashable {
  /// The user's identifier.
  public let localID: String
  /// What stood in the way, a clause without a full stop.
  public let message: String

  /// Creates a failure.
  public init(localID: String, message: String) {
    self.localID = localID
    self.message = message
  }
}
