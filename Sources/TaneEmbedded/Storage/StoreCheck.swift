import GRDB
import GRDBSQLite
package import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The result of checking the file of an environment.
package struct StoreCheck: Sendable {
  /// A service whose rows are checked, such as a database or a bucket.
  package struct Owner: Sendable, Hashable {
    /// The key of the owner's kind in profiles, such as `databases`.
    package let kind: String
    /// The name of the database, bucket or project in the file.
    package let name: String

    package init(_ kind: String, _ name: String) { (self.kind, self.name) = (kind, name) }
  }

  /// A damaged row, which Tane cannot have written.
  package struct Damage: Sendable, Hashable {
    /// The owner of the row.
    package let owner: Owner
    /// The path of the value, document, account or object, or nil if it is unknown.
    package let path: TreePath?
    /// The problem, as a predicate that follows the address in messages, such as `cannot be read`.
    package let problem: String
  }

  /// The number of rows (values, objects, documents, accounts or templates) by owner, including
  /// damaged ones.
  package internal(set) var counts: [Owner: Int] = [:]
  /// The damaged rows.
  package internal(set) var damage: [Damage] = []
  /// The problems with the file itself: in its tables, or reported by SQLite.
  package var fileProblems: [String] = []

  /// Creates the result for a file without rows.
  package init() {}
}

extension EmbeddedEnvironment {
  /// Reads all rows in the file, and verifies the checksums of objects.
  ///
  /// - Throws: A `StoreError` if the file cannot be opened or SQLite cannot continue reading.
  package func check() async throws -> StoreCheck {
    try await file.read(for: file.location) { database in
      var pass = StoreCheckPass(database: database, removesDamage: false)
      try pass.run()
      return pass.check
    } ?? StoreCheck()
  }

  /// Removes the damaged rows that `check` finds, in one transaction.
  ///
  /// - Returns: The result of the check, including the removed rows.
  /// - Throws: A `StoreError` if the file cannot be written.
  package func removeDamage() async throws -> StoreCheck {
    try await file.write(for: file.location) { database in
      var pass = StoreCheckPass(database: database, removesDamage: true)
      try pass.run()
      return pass.check
    }
  }
}

/// A check in progress, which reads all tables.
private struct StoreCheckPass {
  private static let maximumProblems = 20

  let database: Database
  let removesDamage: Bool
  private(set) var check = StoreCheck()

  mutating func run() throws {
    check.fileProblems = try SchemaCheck.problems(of: database)
    guard check.fileProblems.isEmpty else { return }
    try checkFile()
    // SQLite might never finish reading damaged pages.
    guard check.fileProblems.isEmpty else { return }
    for (name, id) in try names(in: "database") { try checkLeaves(of: name, id) }
    for (name, id) in try names(in: "bucket") { try checkObjects(of: name, id) }
    for (name, id) in try names(in: "documentDatabase") { try checkDocuments(of: name, id) }
    for (name, id) in try names(in: "accountProject") { try checkAccounts(of: name, id) }
    try checkTemplates()
  }

  private mutating func checkFile() throws {
    let lines = try String.fetchAll(
      database,
      sql: "PRAGMA integrity_check(\(Self.maximumProblems))"
    )
    check.fileProblems = lines.filter { $0 != "ok" }
    for row in try Row.fetchAll(database, sql: "PRAGMA foreign_key_check") {
      let table: String = try row.value("table")
      check.fileProblems.append("a row of the table \(table) has no parent row")
    }
    let sql = "SELECT count(*) FROM leaf WHERE database NOT IN (SELECT id FROM database)"
    let orphans = try Int.fetchOne(database, sql: sql) ?? 0
    if orphans > 0 {
      check.fileProblems.append(
        "found \(counted(orphans, "row")) of the table \"leaf\" without an entry in the table "
          + "\"database\""
      )
    }
  }

  private func names(in table: String) throws -> [(name: String, id: Int64)] {
    guard try database.tableExists(table) else { return [] }
    let rows = try Row.fetchAll(database, sql: "SELECT name, id FROM \(table) ORDER BY name")
    return try rows.map { (try $0.value("name"), try $0.value("id")) }
  }

  private mutating func report(
    _ owner: StoreCheck.Owner,
    _ path: TreePath?,
    _ problem: String
  ) {
    check.damage.append(StoreCheck.Damage(owner: owner, path: path, problem: problem))
  }

  // MARK: Values

  private mutating func checkLeaves(of name: String, _ id: Int64) throws {
    let owner = StoreCheck.Owner("databases", name)
    let sql = "SELECT path, value FROM leaf WHERE database = ? ORDER BY path"
    let scan = try RawStatement(sql, in: database)
    scan.bind(id, to: 1)
    var assembler = LeafAssembler(baseLength: 0)
    var damaged: [[UInt8]] = []
    while try scan.step() {
      check.counts[owner, default: 0] += 1
      // Readers cannot find a path that is not a blob, so such a row is damaged.
      guard
        scan.type(0) != SQLITE_BLOB
          || !assembler.add(path: scan.bytes(0), valueOf: scan, column: 1)
      else { continue }
      let path = Array(scan.bytes(0))
      report(owner, PathEncoding.decode(path), "is not a valid Realtime Database value")
      damaged.append(path)
      assembler = LeafAssembler(baseLength: 0)
    }
    scan.reset()
    guard removesDamage else { return }
    for path in damaged {
      try database.execute(
        sql: "DELETE FROM leaf WHERE database = ? AND CAST(path AS BLOB) = ?",
        arguments: [id, Data(path)]
      )
    }
  }

  // MARK: Objects, documents, accounts and templates

  /// Checks the rows of an owner in a table.
  ///
  /// A row is damaged if a column in `names` is not a blob, or if `read` throws or returns a
  /// problem; damaged rows are removed if `removesDamage` is true.
  private mutating func checkRows(
    of table: String,
    _ owner: StoreCheck.Owner,
    by column: String,
    _ value: any DatabaseValueConvertible,
    key: [String],
    names: [String] = [],
    path: (Row) -> TreePath?,
    _ read: (Row) throws -> String?
  ) throws {
    let sql = "SELECT * FROM \(table) WHERE \(column) = ?"
    var damaged: [Row] = []
    let rows = try Row.fetchCursor(database, sql: sql, arguments: [value.databaseValue])
    while let row = try rows.next() {
      check.counts[owner, default: 0] += 1
      let problem: String?
      do {
        // Readers cannot find a name that is not a blob, so such a row is damaged.
        guard names.allSatisfy({ row.isBlob($0) }) else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        problem = try read(row)
      } catch {
        problem = "cannot be read"
      }
      guard let problem else { continue }
      report(owner, path(row), problem)
      damaged.append(row.copy())
    }
    guard removesDamage else { return }
    let columns = [column] + key
    let condition = columns.map { "\($0) IS ?" }.joined(separator: " AND ")
    for row in damaged {
      let values = columns.map { row[$0] as DatabaseValue }
      try database.execute(
        sql: "DELETE FROM \(table) WHERE \(condition)",
        arguments: StatementArguments(values)
      )
    }
  }

  private mutating func checkObjects(of bucket: String, _ id: Int64) throws {
    guard let table = try ObjectTable(of: bucket, in: database) else { return }
    try checkRows(
      of: "object",
      StoreCheck.Owner("buckets", bucket),
      by: "bucket",
      id,
      key: ["id"],
      names: ["name"],
      path: { (try? $0.text("name")).map { Address(bucket: bucket, object: $0).path } }
    ) { row in
      let object = try ObjectTable.object(of: row)
      return try table.content(of: object) == nil ? "does not match its checksum" : nil
    }
  }

  private mutating func checkDocuments(of name: String, _ id: Int64) throws {
    guard let table = try DocumentTable(of: name, in: database, service: name) else { return }
    try checkRows(
      of: "document",
      StoreCheck.Owner("firestore", name),
      by: "database",
      id,
      key: ["collection", "id"],
      names: ["collection", "id", "collectionID"],
      path: Self.documentPath
    ) { row in
      let document = try table.document(row)
      let collection = try row.text("collectionID")
      return collection == document.path.parent.id ? nil : "does not match its index entry"
    }
  }

  private static func documentPath(_ row: Row) -> TreePath? {
    guard let collection: Data = try? row.value("collection"), let id: Data = try? row.value("id")
    else { return nil }
    return DocumentKey.decode(Array(collection) + Array(id)).map { TreePath($0) }
  }

  private mutating func checkAccounts(of name: String, _ id: Int64) throws {
    try checkRows(
      of: "account",
      StoreCheck.Owner("accounts", name),
      by: "project",
      id,
      key: ["id"],
      names: ["id"],
      path: { (try? $0.text("id")).map { TreePath([$0]) } }
    ) { row in
      let account = try AccountTable.account(try row.value("body"))
      let columns: [Data?] = try ["id", "email", "phoneNumber"].map { try row.value($0) }
      let fields = [account.localID, account.email, account.phoneNumber]
      let isSame = columns == fields.map { $0.map { Data($0.utf8) } }
      return isSame ? nil : "does not match its index entry"
    }
  }

  private mutating func checkTemplates() throws {
    guard let projects = try RemoteConfigTable.projects(in: database) else { return }
    for project in projects {
      guard let table = try RemoteConfigTable(of: project, in: database) else { continue }
      try checkRows(
        of: "remoteConfig",
        StoreCheck.Owner("remoteConfig", project),
        by: "project",
        project,
        key: ["number"],
        path: { _ in .root }
      ) { row in
        _ = try table.revision(row)
        return nil
      }
    }
  }
}

extension Row {
  fileprivate func isBlob(_ column: String) -> Bool {
    let value: DatabaseValue = self[column]
    if case .blob = value.storage { return true }
    return false
  }
}
