import TaneCore
import TaneTesting

/// An account store with a fault that the checks must find.
struct FaultyAccountStore: AccountStore {
  enum Fault: CaseIterable {
    case forgetsAddresses, forgetsPasswords, replacesAnything, sharesAddresses, repeatsPages
    case deletesSilently, keepsOldAddresses
  }

  let fault: Fault
  let base = InMemoryAccountStore()

  func accounts(ids: [String]) async throws -> [Account?] {
    var accounts = try await base.accounts(ids: ids)
    if fault == .forgetsPasswords {
      for index in accounts.indices { accounts[index]?.password = nil }
    }
    return accounts
  }

  func account(email: String) async throws -> Account? {
    if fault == .keepsOldAddresses, email == "a@example.com" {
      return try await base.accounts(after: nil, limit: 1).first
    }
    return fault == .forgetsAddresses ? nil : try await base.account(email: email)
  }

  func account(phoneNumber: String) async throws -> Account? {
    try await base.account(phoneNumber: phoneNumber)
  }

  func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try await base.accounts(after: fault == .repeatsPages ? nil : id, limit: limit)
  }

  func put(_ account: Account, replacing existing: Account?) async throws {
    switch fault {
    case .replacesAnything:
      let found = try await base.account(id: account.localID)
      try await base.put(account, replacing: found)
    case .sharesAddresses:
      do {
        try await base.put(account, replacing: existing)
      } catch AccountConflict.emailTaken {
        return
      }
    default: try await base.put(account, replacing: existing)
    }
  }

  func delete(id: String) async throws -> Bool {
    let isDeleted = try await base.delete(id: id)
    return fault == .deletesSilently ? true : isDeleted
  }

  func removeAll() async throws { try await base.removeAll() }
}
