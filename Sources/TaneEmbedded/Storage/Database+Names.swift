import GRDB

// Tables that number the names of databases, buckets and projects; other tables refer to the
// numbers.
extension Database {
  /// Returns the number of a name; nil if it has none.
  func number(of name: String, in table: String) throws -> Int64? {
    let sql = "SELECT id FROM \(table) WHERE name = ?"
    return try Int64.fetchOne(cachedStatement(sql: sql), arguments: [name])
  }

  /// Returns the number of a name, assigning one if the name has none.
  func number(making name: String, in table: String) throws -> Int64 {
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
