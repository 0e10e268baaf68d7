import TaneCore

/// Accounts that can only be read, whoever asks.
struct ReadOnlyAccountStore: AccountStore {
  private let store: any AccountStore

  init(_ store: any AccountStore) { self.store = store }

  func account(id: String) async throws -> Account? { try await store.account(id: id) }

  func account(email: String) async throws -> Account? { try await store.account(email: email) }

  func account(phoneNumber: String) async throws -> Account? {
    try await store.account(phoneNumber: phoneNumber)
  }

  func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try await store.accounts(after: id, limit: limit)
  }

  func put(_ account: Account, replacing existing: Account?) async throws {
    throw StoreError.openedForReading
  }

  func importAccounts(_ imports: [AccountImport]) async throws -> [AccountImportFailure] {
    throw StoreError.openedForReading
  }

  func delete(id: String) async throws -> Bool { throw StoreError.openedForReading }

  func removeAll() async throws { throw StoreError.openedForReading }
}
