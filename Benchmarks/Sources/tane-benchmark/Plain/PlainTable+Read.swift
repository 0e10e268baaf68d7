import GRDBSQLite

extension PlainTable {
  /// The result of reading; `checksum` proves that every path and value was accessed.
  struct Reading {
    var leafCount = 0
    var checksum = 0
  }

  /// Reads all leaves of a file in the order of their paths.
  static func reading(of file: String) throws -> Reading {
    let table = try PlainTable(file: file)
    let selection = try table.prepare("SELECT path, value FROM leaf ORDER BY path")
    var reading = Reading()
    var status = sqlite3_step(selection)
    while status == SQLITE_ROW {
      reading.leafCount += 1
      reading.checksum &+= table.sum(of: selection, 0) &+ table.sum(of: selection, 1)
      status = sqlite3_step(selection)
    }
    try table.check(status, expecting: SQLITE_DONE)
    try table.check(sqlite3_finalize(selection))
    try table.close()
    return reading
  }

  private func sum(of statement: OpaquePointer?, _ column: Int32) -> Int {
    if sqlite3_column_type(statement, column) == SQLITE_INTEGER {
      return Int(truncatingIfNeeded: sqlite3_column_int64(statement, column))
    }
    let text = sqlite3_column_text(statement, column)
    let bytes = UnsafeBufferPointer(
      start: text,
      count: Int(sqlite3_column_bytes(statement, column))
    )
    return bytes.reduce(0) { $0 &+ Int($1) }
  }
}
