/// An account in a bulk import, as with the Admin SDK's `importUsers`
/// (<https://firebase.google.com/docs/auth/admin/import-users>).
public struct AccountImport: Sendable, Hashable {
  /// The account; its password hash is ignored if the import has a plain-text password.
  package var account: Account
  /// The password in plain text, or nil to import the password hash of `account`.
  package var password: String?
  /// The expected current account with the same identifier, or nil if none may exist.
  package var existing: Account?

  package init(_ account: Account, password: String? = nil, replacing existing: Account? = nil) {
    self.account = account
    self.password = password
    self.existing = existing
  }
}

extension AccountImport: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The user's identifier, without the password.
  public var description: String { account.localID }
  /// The user's identifier, without the password.
  public var debugDescription: String { description }
  /// A mirror without the password.
  public var customMirror: Mirror { Mirror(self, children: ["account": account]) }
}

/// An error for an account that an import did not store.
public struct AccountImportFailure: Error, Sendable, Hashable {
  /// The user's identifier.
  package let localID: String
  /// The reason, a clause without a period.
  package let message: String

  package init(localID: String, message: String) {
    self.localID = localID
    self.message = message
  }
}
