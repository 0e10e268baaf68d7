import GRDB
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A view of the accounts of one project, valid only during the database access that creates it.
struct AccountTable {
  private let database: Database
  private let id: Int64

  init?(of name: String, in database: Database) throws {
    guard try database.tableExists("accountProject"),
      let id = try database.number(of: name, in: "accountProject")
    else { return nil }
    self.init(database: database, id: id)
  }

  init(making name: String, in database: Database) throws {
    try database.execute(sql: Self.tables)
    let id = try database.assignedNumber(of: name, in: "accountProject")
    self.init(database: database, id: id)
  }

  private init(database: Database, id: Int64) {
    self.database = database
    self.id = id
  }

  /// Returns the account with the given value in a text column, if any.
  func account(where column: String, equals text: String) throws -> Account? {
    let sql = "SELECT body FROM account WHERE project = ? AND \(column) = ?"
    let statement = try database.cachedStatement(sql: sql)
    return try Data.fetchOne(statement, arguments: [id, Data(text.utf8)]).map(Self.account)
  }

  /// Returns up to `limit` accounts after an identifier, in the byte order of identifiers.
  func accounts(after text: String, limit: Int) throws -> [Account] {
    let sql = "SELECT body FROM account WHERE project = ? AND id > ? ORDER BY id LIMIT ?"
    let arguments: StatementArguments = [id, Data(text.utf8), limit]
    return try Data.fetchAll(database, sql: sql, arguments: arguments).map(Self.account)
  }

  /// Creates or replaces an account; throws an `AccountConflict` if the current account differs
  /// from the expected one, or if another account has the email address or the phone number.
  func put(_ account: Account, replacing existing: Account?) throws {
    guard try self.account(where: "id", equals: account.localID) == existing else {
      throw existing == nil ? AccountConflict.identifierTaken : .changed
    }
    if let email = account.email, let other = try self.account(where: "email", equals: email),
      other.localID != account.localID
    {
      throw AccountConflict.emailTaken
    }
    if let number = account.phoneNumber,
      let other = try self.account(where: "phoneNumber", equals: number),
      other.localID != account.localID
    {
      throw AccountConflict.phoneNumberTaken
    }
    try put(account)
  }

  /// Creates or replaces the account with the same identifier.
  private func put(_ account: Account) throws {
    let statement = try database.cachedStatement(
      sql: """
        INSERT INTO account (project, id, email, phoneNumber, body) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (project, id) DO UPDATE SET
          email = excluded.email, phoneNumber = excluded.phoneNumber, body = excluded.body
        """
    )
    try statement.execute(arguments: [
      id, Data(account.localID.utf8), account.email.map { Data($0.utf8) },
      account.phoneNumber.map { Data($0.utf8) }, try JSONEncoder().encode(account),
    ])
  }

  /// Removes the account with the given identifier; returns false if it does not exist.
  func delete(id text: String) throws -> Bool {
    let sql = "DELETE FROM account WHERE project = ? AND id = ?"
    try database.execute(sql: sql, arguments: [id, Data(text.utf8)])
    return database.changesCount > 0
  }

  func deleteAll() throws {
    try database.execute(sql: "DELETE FROM account WHERE project = ?", arguments: [id])
  }

  /// Replaces the plain-text passwords in a file of schema version 1 with hashes.
  static func hashPasswords(in database: Database) throws {
    guard try database.tableExists("accountProject") else { return }
    let passwords = StoredPasswords(isPersistent: true)
    for project in try Int64.fetchAll(database, sql: "SELECT id FROM accountProject") {
      let table = AccountTable(database: database, id: project)
      for var account in try table.accounts(after: "", limit: .max) {
        guard let password = account.password else { continue }
        account.password = try passwords.stored(password)
        if account.password != password { try table.put(account) }
      }
    }
  }

  static func account(_ body: Data) throws -> Account {
    try JSONDecoder().decode(Account.self, from: body)
  }

  private static let tables = """
    CREATE TABLE IF NOT EXISTS accountProject (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

    CREATE TABLE IF NOT EXISTS account (
      project INTEGER NOT NULL REFERENCES accountProject (id) ON DELETE CASCADE,
      id BLOB NOT NULL,
      email BLOB,
      phoneNumber BLOB,
      body BLOB NOT NULL,
      PRIMARY KEY (project, id),
      UNIQUE (project, email),
      UNIQUE (project, phoneNumber)
    ) WITHOUT ROWID;
    """
}
