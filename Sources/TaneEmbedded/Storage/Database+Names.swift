import GRDB

// The rows by which tables name databases, buckets, projects: each has a number that other tables refer to.
extension Database {
  /// The number of the row of a name; nil where there is none.
  func number(of name: String, in table: String) throws -> Int64? {
    let sql = "SELECT id FROM \(table) WHERE name = ?"
    return try Int64.fetchOne(cachedStatement(sql: sql), arguments: [name])
  }

  /// The number of the row of a name, which is made where there is none.
  func number(making name: String, in table: String) throws -> Int64 {
    if let number = try number(of: name, in: table) { return number }
    try execute(sql: "INSERT INTO \(table) (name) VALUES (?)", arguments: [name])
    return lastInsertedRowID
  }

  /// Whether there is an index of a name.
  func hasIndex(_ name: String) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?)"
    return try Bool.fetchOne(cachedStatement(sql: sql), arguments: [name]) ?? false
  }
}
