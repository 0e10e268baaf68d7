import Synchronization
public import TaneCore

/// The accounts of a project in memory, for tests: they do what all do, and nothing lasts.
public final class InMemoryAccountStore: AccountStore {
  private let accounts = Mutex<[[UInt8]: Account]>([:])

  /// Creates no accounts.
  public init() {}

  /// The account of an identifier, nil where there is none.
  public func account(id: String) async throws -> Account? {
    try Task.checkCancellation()
    return accounts.withLock { $0[Array(id.utf8)] }
  }

  /// The account of an address in lower case, nil where there is none.
  public func account(email: String) async throws -> Account? {
    try Task.checkCancellation()
    return accounts.withLock { Self.account(in: $0, \.email, email) }
  }

  /// The account of a telephone number, nil where there is none.
  public func account(phoneNumber: String) async throws -> Account? {
    try Task.checkCancellation()
    return accounts.withLock { Self.account(in: $0, \.phoneNumber, phoneNumber) }
  }

  /// The first accounts after an identifier, or from the beginning, in the byte order of identifiers.
  public func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try Task.checkCancellation()
    let start = Array((id ?? "").utf8)
    let rest = accounts.withLock { accounts in
      accounts.filter { start.lexicographicallyPrecedes($0.key) }
    }
    return rest.sorted { $0.key.lexicographicallyPrecedes($1.key) }.prefix(max(0, limit))
      .map(\.value)
  }

  /// Stores an account in place of the one that is there, or of none.
  public func put(_ account: Account, replacing existing: Account?) async throws {
    try Task.checkCancellation()
    try accounts.withLock { accounts in
      let key = Array(account.localID.utf8)
      guard accounts[key] == existing else {
        throw existing == nil ? AccountConflict.identifierTaken : .changed
      }
      let others = accounts.filter { $0.key != key }
      if let email = account.email, Self.account(in: others, \.email, email) != nil {
        throw AccountConflict.emailTaken
      }
      if let number = account.phoneNumber, Self.account(in: others, \.phoneNumber, number) != nil {
        throw AccountConflict.phoneNumberTaken
      }
      accounts[key] = account
    }
  }

  /// Removes the account of an identifier; false where there was none.
  public func delete(id: String) async throws -> Bool {
    try Task.checkCancellation()
    return accounts.withLock { $0.removeValue(forKey: Array(id.utf8)) != nil }
  }

  /// Removes all accounts.
  public func removeAll() async throws {
    try Task.checkCancellation()
    accounts.withLock { $0 = [:] }
  }

  private static func account(
    in accounts: [[UInt8]: Account],
    _ property: KeyPath<Account, String?>,
    _ text: String
  ) -> Account? {
    accounts.values.first { $0[keyPath: property]?.utf8.elementsEqual(text.utf8) ?? false }
  }
}
