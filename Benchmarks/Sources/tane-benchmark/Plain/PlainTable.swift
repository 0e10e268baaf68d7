import GRDBSQLite

/// The baseline: leaves as rows of one SQLite table, without further features.
final class PlainTable {
  private var connection: OpaquePointer?

  /// Opens a file with a write-ahead log that is synchronized only at checkpoints, whereas `tane`
  /// synchronizes each commit.
  init(file: String) throws {
    let status = sqlite3_open(file, &connection)
    guard status == SQLITE_OK else { throw BenchmarkError("cannot open \(file): \(status)") }
    try execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
  }

  /// Closes the file, which also moves the log into it and therefore counts as writing.
  func close() throws {
    try check(sqlite3_close(connection))
    connection = nil
  }

  func execute(_ sql: String) throws {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  func prepare(_ sql: String) throws -> OpaquePointer? {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(connection, sql, -1, &statement, nil))
    return statement
  }

  func check(_ status: Int32, expecting expected: Int32 = SQLITE_OK) throws {
    guard status != expected else { return }
    throw BenchmarkError("SQLite: \(String(cString: sqlite3_errmsg(connection)))")
  }
}
