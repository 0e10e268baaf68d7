import Synchronization
public import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An in-memory account store for tests.
public final class InMemoryAccountStore: AccountStore {
  private let accounts = Mutex<[[UInt8]: Account]>([:])

  /// Creates a store without accounts.
  public init() {}

  /// Returns the accounts with the given identifiers, in the same order; a missing account is nil.
  public func accounts(ids: [String]) async throws -> [Account?] {
    try Task.checkCancellation()
    return accounts.withLock { accounts in ids.map { accounts[Array($0.utf8)] } }
  }

  /// Returns the account with the given lowercase email address, if any.
  public func account(email: String) async throws -> Account? {
    try Task.checkCancellation()
    return accounts.withLock { Self.account(in: $0, \.email, email) }
  }

  /// Returns the account with the given phone number, if any.
  public func account(phoneNumber: String) async throws -> Account? {
    try Task.checkCancellation()
    return accounts.withLock { Self.account(in: $0, \.phoneNumber, phoneNumber) }
  }

  /// Returns up to `limit` accounts in byte order of their identifiers, starting after `id`, or
  /// with the first account if `id` is nil.
  public func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try Task.checkCancellation()
    let start = Array((id ?? "").utf8)
    let rest = accounts.withLock { accounts in
      accounts.filter { start.lexicographicallyPrecedes($0.key) }
    }
    return rest.sorted { $0.key.lexicographicallyPrecedes($1.key) }.prefix(max(0, limit))
      .map(\.value)
  }

  /// Stores an account; throws an `AccountConflict` if the current account is not `existing`, or if
  /// another account has the same email address or phone number.
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

  /// Removes the account with the given identifier; returns false if it does not exist.
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

/// The compiled content is a list of accounts in JSON, without password salts and without the times
/// of creation, token validity and password change. Loading it sets these times to the current
/// time.
extension InMemoryAccountStore: CompiledStore {
  package convenience init?(_ content: CompiledContent) {
    self.init()
    guard let elements = content.tree.elements else { return nil }
    let now = Int64(Date().timeIntervalSince1970 * 1000)
    for element in elements {
      guard var account: Account = CompiledJSON.value(element.string) else { return nil }
      (account.createdAt, account.validSince) = (now, now / 1000)
      account.passwordUpdatedAt = account.password.map { _ in now }
      accounts.withLock { $0[Array(account.localID.utf8)] = account }
    }
  }

  package var compiledContent: CompiledContent {
    let sorted = accounts.withLock {
      $0.values.sorted { $0.localID.utf8.lexicographicallyPrecedes($1.localID.utf8) }
    }
    let texts = sorted.map { account in
      var account = account
      (account.createdAt, account.validSince, account.passwordUpdatedAt) = (0, 0, nil)
      account.password = account.password.map(Self.withoutSalt)
      return TreeLiteral.string(CompiledJSON.text(of: account))
    }
    return CompiledContent(Tree(.list(texts)))
  }

  package func copy() -> InMemoryAccountStore {
    let (known, copy) = (accounts.withLock { $0 }, InMemoryAccountStore())
    copy.accounts.withLock { $0 = known }
    return copy
  }

  /// Removes the random salt from a password in the emulator's format, so that equal fixtures
  /// compile to equal content.
  private static func withoutSalt(_ password: AccountPassword) -> AccountPassword {
    let prefix = AccountPassword.emulated(of: "", salt: password.salt ?? "").hash
    guard password.hash.utf8.starts(with: prefix.utf8) else { return password }
    let text = String(decoding: password.hash.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    return .emulated(of: text, salt: "")
  }
}
