import TaneCore

/// Accounts that can only be read, whoever asks.
struct ReadOnlyAccountStore<Store: AccountStore>: AccountStore {
  let store: Store
  let refusal: StoreError

  func account(id: String) async throws -> Account? { try await store.account(id: id) }

  func account(email: String) async throws -> Account? { try await store.account(email: email) }

  func account(phoneNumber: String) async throws -> Account? {
    try await store.account(phoneNumber: phoneNumber)
  }

  func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try await store.accounts(after: id, limit: limit)
  }

  func isPassword(_ text: String, of account: Account) -> Bool {
    store.isPassword(text, of: account)
  }

  func put(_ account: Account, replacing existing: Account?) async throws {
    throw refusal
  }

  func importAccounts(_ imports: [AccountImport]) async throws -> [AccountImportFailure] {
    throw refusal
  }

  func delete(id: String) async throws -> Bool { throw refusal }

  func removeAll() async throws { throw refusal }
}

extension ReadOnlyAccountStore: AuthenticatingAccountStore where Store: AuthenticatingAccountStore {
  // Who signs in changes no account that this process could change otherwise.
  func signIn(email: String, password: String) async throws -> AccountSession {
    try await store.signIn(email: email, password: password)
  }

  func signUp(email: String?, password: String?) async throws -> AccountSession { throw refusal }

  func refresh(_ refreshToken: String) async throws -> AccountSession {
    try await store.refresh(refreshToken)
  }
}
