import GRDB

// The tables that assign numbers to the names of databases, buckets and projects; other tables
// refer to these numbers.
extension Database {
  /// Returns the number that is assigned to a name, if any.
  func number(of name: String, in table: String) throws -> Int64? {
    let sql = "SELECT id FROM \(table) WHERE name = ?"
    return try Int64.fetchOne(cachedStatement(sql: sql), arguments: [name])
  }

  /// Returns the number that is assigned to a name, and assigns one if necessary.
  func assignedNumber(of name: String, in table: String) throws -> Int64 {
    if let number = try number(of: name, in: table) { return number }
    try execute(sql: "INSERT INTO \(table) (name) VALUES (?)", arguments: [name])
    return lastInsertedRowID
  }

  /// Returns true if an index exists.
  func hasIndex(_ name: String) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?)"
    return try Bool.fetchOne(cachedStatement(sql: sql), arguments: [name]) ?? false
  }
}
