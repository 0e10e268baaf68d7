import GRDB
package import TaneCore

/// The accounts of a project, stored in an environment's file.
package struct EmbeddedAccounts: AccountStore {
  /// The project's name in the environment.
  package let name: String
  let file: EmbeddedFile

  private var service: String { "\(name) (\(file.location))" }

  /// Returns the accounts with the given identifiers, in the same order; a missing account is nil.
  package func accounts(ids: [String]) async throws -> [Account?] {
    let accounts = try await read { table in
      try ids.map { try table.account(where: "id", equals: $0) }
    }
    return accounts?.map { $0.map(plainTextForm) } ?? ids.map { _ in nil }
  }

  /// Returns the account with the given lowercase email address, if any.
  package func account(email: String) async throws -> Account? {
    try await read { try $0.account(where: "email", equals: email) }?.map(plainTextForm)
  }

  /// Returns the account with the given phone number, if any.
  package func account(phoneNumber: String) async throws -> Account? {
    try await read { try $0.account(where: "phoneNumber", equals: phoneNumber) }?.map(plainTextForm)
  }

  /// Returns up to `limit` accounts in the byte order of their identifiers, starting after `id` if
  /// it is not nil.
  package func accounts(after id: String?, limit: Int) async throws -> [Account] {
    let accounts = try await read { try $0.accounts(after: id ?? "", limit: max(0, limit)) }
    return (accounts ?? []).map(plainTextForm)
  }

  /// Creates or replaces an account; in a file, a plain-text password is stored as a salted hash.
  package func put(_ account: Account, replacing existing: Account?) async throws {
    let account = try stored(account)
    let existing = try existing.map(stored)
    try await file.write(for: service) { database in
      try AccountTable(making: name, in: database).put(account, replacing: existing)
    }
  }

  /// Creates or replaces several accounts in one transaction; an account that cannot be stored does
  /// not affect the others.
  package func importAccounts(
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

  /// A Boolean value indicating whether `isPassword` compares a string with the store's own hash;
  /// always true.
  package var comparesPasswords: Bool { true }

  /// Returns true if a string is the password of an account.
  package func isPassword(_ text: String, of account: Account) -> Bool {
    account.password.map { file.passwords.verify(text, against: $0) } ?? false
  }

  /// Removes the account with the given identifier; returns false if it does not exist.
  package func delete(id: String) async throws -> Bool {
    try await file.write(for: service) { database in
      try AccountTable(of: name, in: database)?.delete(id: id) ?? false
    }
  }

  package func removeAll() async throws {
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

  /// Returns an account in its stored form; in a file, the password is a hash.
  private func stored(_ account: Account) throws -> Account {
    var account = account
    account.password = try account.password.map(file.passwords.stored)
    return account
  }

  /// Returns the accounts of an import in their stored form; hashes their passwords in parallel.
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

  /// Returns the account, with its password in plain text if this process knows the plain text.
  private func plainTextForm(_ account: Account) -> Account {
    var account = account
    account.password = account.password.map(file.passwords.plainTextForm)
    return account
  }
}

extension EmbeddedEnvironment {
  /// Returns the accounts of a project; the project is created with its first account.
  package func accounts(_ name: String) -> EmbeddedAccounts {
    EmbeddedAccounts(name: name, file: file)
  }
}
