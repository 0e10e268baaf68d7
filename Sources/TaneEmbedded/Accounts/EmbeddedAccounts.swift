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
    try await read { try $0.account("id", id) } ?? nil
  }

  /// The account of an address in lower case, nil where there is none.
  public func account(email: String) async throws -> Account? {
    try await read { try $0.account("email", email) } ?? nil
  }

  /// The account of a telephone number, nil where there is none.
  public func account(phoneNumber: String) async throws -> Account? {
    try await read { try $0.account("phoneNumber", phoneNumber) } ?? nil
  }

  /// The first accounts after an identifier, or from the beginning, in the byte order of identifiers.
  public func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try await read { try $0.accounts(after: id ?? "", limit: max(0, limit)) } ?? []
  }

  /// Stores an account in place of the one that is there, or of none.
  public func put(_ account: Account, replacing existing: Account?) async throws {
    try await file.write(for: service) { database in
      let table = try AccountTable(making: name, in: database)
      let found = try table.account("id", account.localID)
      guard found == existing else {
        throw existing == nil ? AccountConflict.identifierTaken : .changed
      }
      if let email = account.email, let other = try table.account("email", email),
        other.localID != account.localID
      {
        throw AccountConflict.emailTaken
      }
      if let number = account.phoneNumber, let other = try table.account("phoneNumber", number),
        other.localID != account.localID
      {
        throw AccountConflict.phoneNumberTaken
      }
      try table.put(account)
    }
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
}

extension EmbeddedEnvironment {
  /// The accounts of a project; they are there as soon as one is written.
  public func accounts(_ name: String) -> EmbeddedAccounts {
    EmbeddedAccounts(name: name, file: file)
  }
}
