/// The accounts of a project to read from, wherever they are kept: what planning and comparing are given.
///
/// Every call may throw a `StoreError` or `CancellationError`.
public protocol AccountReader: Sendable {
  /// The account of an identifier, nil where there is none.
  func account(id: String) async throws -> Account?

  /// The account of an address in lower case, nil where there is none.
  func account(email: String) async throws -> Account?

  /// The account of a telephone number, nil where there is none.
  func account(phoneNumber: String) async throws -> Account?

  /// The first accounts after an identifier, or from the beginning, in the byte order of identifiers.
  func accounts(after id: String?, limit: Int) async throws -> [Account]

  /// A Boolean value indicating whether `isPassword` compares with the hash that the store keeps.
  var comparesPasswords: Bool { get }

  /// Whether a text is the password of an account of the store's, where the store itself can tell.
  func isPassword(_ text: String, of account: Account) -> Bool

  /// What checks passwords and gives tokens, of accounts that have a service for it; else nil.
  var authentication: (any AccountAuthentication)? { get }
}

/// The accounts of a project, wherever they are kept.
///
/// No two accounts have one identifier, one address or one telephone number.
public protocol AccountStore: AccountReader {
  /// Stores an account in place of the one that is there, or of none.
  ///
  /// - Parameters:
  ///   - account: The account to store.
  ///   - existing: What must be there now under the account's identifier; nil for nothing.
  /// - Throws: An `AccountConflict` where something else is there, or another account has the address or
  ///   the telephone number.
  func put(_ account: Account, replacing existing: Account?) async throws

  /// Stores several accounts, each in place of the one that its import expects, or of none.
  ///
  /// One that cannot be stored keeps no other from being stored.
  ///
  /// - Returns: Those that were not stored, and why; none where all were.
  func importAccounts(_ imports: [AccountImport]) async throws -> [AccountImportFailure]

  /// Removes the account of an identifier; false where there was none.
  func delete(id: String) async throws -> Bool

  /// Removes all accounts.
  func removeAll() async throws

  /// What signs new users up, of accounts that have a service for it; else nil.
  var registration: (any AccountRegistration)? { get }
}

extension AccountReader {
  /// Nothing tells the password that a service keeps.
  public var comparesPasswords: Bool { false }

  /// That there is no service for it.
  public var authentication: (any AccountAuthentication)? { nil }

  /// Compares with a password in the form of Firebase's emulator.
  public func isPassword(_ text: String, of account: Account) -> Bool {
    guard let password = account.password else { return false }
    return password == .emulated(of: text, salt: password.salt ?? "")
  }
}

extension AccountStore {
  /// That there is no service for it.
  public var registration: (any AccountRegistration)? { nil }

  /// Stores the accounts one after the other, their passwords in the form of Firebase's emulator.
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

extension AccountConflict: CustomStringConvertible {
  /// What stands in the way, a clause without a full stop.
  public var description: String {
    switch self {
    case .identifierTaken: "there is an account of this identifier already"
    case .changed: "the account was changed or removed meanwhile"
    case .emailTaken: "another account has this email address"
    case .phoneNumberTaken: "another account has this telephone number"
    }
  }
}

extension ServiceKind {
  /// The accounts of Firebase Authentication; they have the kind's own name.
  public static let accounts = ServiceKind("accounts")
}

extension ServiceKey where Reader == any AccountReader, Store == any AccountStore {
  /// The accounts of Firebase Authentication; they have the kind's own name.
  public static var accounts: ServiceKey {
    ServiceKey(.accounts, noun: "Firebase Authentication") { $0 }
  }
}
