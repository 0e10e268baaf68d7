/// A read-only interface to the accounts of a project, used for planning and comparing.
///
/// Every call may throw a `StoreError` or `CancellationError`.
public protocol AccountReader: Sendable {
  /// Returns the accounts with the given identifiers, in the same order; a missing account is nil.
  func accounts(ids: [String]) async throws -> [Account?]

  /// Returns the account with the given email address in lowercase, if any.
  func account(email: String) async throws -> Account?

  /// Returns the account with the given phone number, if any.
  func account(phoneNumber: String) async throws -> Account?

  /// Returns up to `limit` accounts in the byte order of their identifiers, starting after `id` if
  /// it is not nil.
  func accounts(after id: String?, limit: Int) async throws -> [Account]

  /// A Boolean value indicating whether `isPassword` compares a string with the store's own hash.
  var comparesPasswords: Bool { get }

  /// Returns true if a string is the password of an account in the store; false if it is not, or if
  /// the store cannot check it.
  func isPassword(_ text: String, of account: Account) -> Bool

  /// The interface for signing in, or nil if the store does not support it.
  var authentication: (any AccountAuthentication)? { get }
}

/// An interface to the accounts of a project.
///
/// Identifiers, email addresses and phone numbers are unique.
public protocol AccountStore: AccountReader {
  /// Creates or replaces an account.
  ///
  /// - Parameters:
  ///   - account: The account to store.
  ///   - existing: The account that must currently exist with the identifier, or nil if none may
  ///     exist.
  /// - Throws: An `AccountConflict` if the current account differs from the expected one, or if
  ///   another account has the email address or the phone number.
  func put(_ account: Account, replacing existing: Account?) async throws

  /// Creates or replaces several accounts, each only if the current account is the expected one.
  ///
  /// An account that cannot be stored does not affect the others.
  ///
  /// - Returns: The accounts that were not stored, with reasons, or an empty array.
  func importAccounts(_ imports: [AccountImport]) async throws -> [AccountImportFailure]

  /// Removes the account with the given identifier; returns false if it does not exist.
  func delete(id: String) async throws -> Bool

  /// Removes all accounts.
  func removeAll() async throws

  /// The interface for registration, or nil if the store does not support it.
  var registration: (any AccountRegistration)? { get }
}

extension AccountReader {
  /// Returns the account with the given identifier, if any.
  package func account(id: String) async throws -> Account? { try await accounts(ids: [id])[0] }

  /// A Boolean value indicating whether `isPassword` compares a string with the store's own hash;
  /// false by default.
  public var comparesPasswords: Bool { false }

  /// The interface for signing in; nil by default, because a reader does not have to support it.
  public var authentication: (any AccountAuthentication)? { nil }

  /// Returns true if a string is the password of an account whose password is in the format of the
  /// Firebase emulator.
  public func isPassword(_ text: String, of account: Account) -> Bool {
    guard let password = account.password else { return false }
    return password == .emulated(of: text, salt: password.salt ?? "")
  }
}

extension AccountStore {
  /// The interface for registration; nil by default, because a store does not have to support it.
  public var registration: (any AccountRegistration)? { nil }

  /// Stores the accounts one by one, with passwords in the format of the Firebase emulator.
  public func importAccounts(
    _ imports: [AccountImport]
  ) async throws -> [AccountImportFailure] {
    var failures: [AccountImportFailure] = []
    for item in imports {
      var account = item.account
      if let password = item.password { account.password = .emulated(of: password) }
      do {
        try await put(account, replacing: item.existing)
      } catch let conflict as AccountConflict {
        let failure = AccountImportFailure(
          localID: account.localID,
          message: conflict.description
        )
        failures.append(failure)
      }
    }
    return failures
  }
}

/// An error for an account that was not stored.
package enum AccountConflict: Error, Sendable, Hashable {
  /// An account with the identifier exists, although none was expected.
  case identifierTaken
  /// The account differs from the expected one or no longer exists.
  case changed
  /// Another account has the email address.
  case emailTaken
  /// Another account has the phone number.
  case phoneNumberTaken
}

extension AccountConflict: CustomStringConvertible {
  /// The reason, a clause without a period.
  package var description: String {
    switch self {
    case .identifierTaken: "an account with this identifier already exists"
    case .changed: "another client changed or removed the account"
    case .emailTaken: "another account has this email address"
    case .phoneNumberTaken: "another account has this phone number"
    }
  }
}

extension ServiceKind {
  /// The service kind for the accounts of Firebase Authentication; the service has the same name,
  /// `accounts`.
  package static let accounts = ServiceKind("accounts")
}

extension ServiceKey where Reader == any AccountReader, Store == any AccountStore {
  /// The service key for the accounts of Firebase Authentication; the service has the same name as
  /// its kind, `accounts`.
  public static var accounts: ServiceKey {
    ServiceKey(.accounts, noun: "Firebase Authentication") { $0 }
  }
}
