import GRDB
public import TaneCore

/// The accounts of a project kept in an environment's file.
public struct EmbeddedAccounts: AccountStore {
  /// The project's name in the environment.
  public let name: String
  let file: EmbeddedFile

  private var service: String { "\(name) (\(file.location))" }

  /// The account of an identifier, nil where there is none.
  public func account(id: String) async throws -> Account? {
    try await read { try $0.account("id", id) }?.map(revealed)
  }

  /// The account of an address in lower case, nil where there is none.
  public func account(email: String) async throws -> Account? {
    try await read { try $0.account("email", email) }?.map(revealed)
  }

  /// The account of a telephone number, nil where there is none.
  public func account(phoneNumber: String) async throws -> Account? {
    try await read { try $0.account("phoneNumber", phoneNumber) }?.map(revealed)
  }

  /// The first accounts after an identifier, or from the beginning, in the byte order of identifiers.
  public func accounts(after id: String?, limit: Int) async throws -> [Account] {
    let accounts = try await read { try $0.accounts(after: id ?? "", limit: max(0, limit)) }
    return (accounts ?? []).map(revealed)
  }

  /// Stores an account in place of the one that is there, or of none; of a password the file holds a salted
  /// hash.
  public func put(_ account: Account, replacing existing: Account?) async throws {
    let account = try stored(account)
    let existing = try existing.map(stored)
    try await file.write(for: service) { database in
      try AccountTable(making: name, in: database).put(account, replacing: existing)
    }
  }

  /// Stores several accounts in one transaction; one that cannot be stored keeps no other from it.
  public func importAccounts(
    _ imports: [AccountImport]
  ) async throws -> [AccountImportFailure] {
    let items = try await stored(imports)
    return try await file.write(for: service) { database in
      let table = try AccountTable(making: name, in: database)
      var failures: [AccountImportFailure] = []
      for item in items {
        try Task.checkCancellation()
        do {
          try table.put(item.account, replacing: item.existing)
        } catch let conflict as AccountConflict {
          let id = item.account.localID
          failures.append(AccountImportFailure(localID: id, message: conflict.description))
        }
      }
      return failures
    }
  }

  /// The hashes are in the file.
  public var comparesPasswords: Bool { true }

  /// Whether a text is the password of an account.
  public func isPassword(_ text: String, of account: Account) -> Bool {
    account.password.map { file.passwords.isPassword(text, $0) } ?? false
  }

  /// Removes the account of an identifier; false where there was none.
  public func delete(id: String) async throws -> Bool {
    try await file.write(for: service) { database in
      try AccountTable(of: name, in: database)?.delete(id: id) ?? false
    }
  }

  /// Removes all accounts.
  public func removeAll() async throws {
    try await file.write(for: service) { database in
      try AccountTable(of: name, in: database)?.deleteAll()
    }
  }

  private func read<Value: Sendable>(
    _ body: @Sendable (AccountTable) throws -> Value
  ) async throws -> Value? {
    try await file.read(for: service) { database in
      try AccountTable(of: name, in: database).map(body)
    } ?? nil
  }

  /// The account as the file holds it.
  private func stored(_ account: Account) throws -> Account {
    var account = account
    account.password = try account.password.map(file.passwords.stored)
    return account
  }

  /// The accounts of an import as the file holds them, their passwords hashed side by side.
  private func stored(_ imports: [AccountImport]) async throws -> [AccountImport] {
    try await withThrowingTaskGroup(of: (Int, AccountImport).self) { group in
      for (index, item) in imports.enumerated() {
        group.addTask {
          try Task.checkCancellation()
          var item = item
          if let password = item.password { item.account.password = .emulated(of: password) }
          item.account = try stored(item.account)
          item.existing = try item.existing.map(stored)
          return (index, item)
        }
      }
      var items = imports
      for try await (index, item) in group { items[index] = item }
      return items
    }
  }

  /// The account as callers know it.
  private func revealed(_ account: Account) -> Account {
    var account = account
    account.password = account.password.map(file.passwords.revealed)
    return account
  }
}

extension EmbeddedEnvironment {
  /// The accounts of a project; they are there as soon as one is written.
  public func accounts(_ name: String) -> EmbeddedAccounts {
    EmbeddedAccounts(name: name, file: file)
  }
}
