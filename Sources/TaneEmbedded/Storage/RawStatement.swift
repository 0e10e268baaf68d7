import GRDB
import GRDBSQLite

/// A compiled statement whose values are bound and read without copying.
///
/// GRDB creates an object for each value in a row, which is too expensive for a tree with a million
/// leaves. Use a statement only inside the database access that created it.
final class RawStatement {
  private let statement: OpaquePointer?
  private let connection: OpaquePointer?

  /// Compiles an SQL statement for a connection.
  init(_ sql: String, in database: Database) throws {
    connection = database.sqliteConnection
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &statement, nil)
    self.statement = statement
    guard code == SQLITE_OK else { throw failure(code) }
  }

  deinit { sqlite3_finalize(statement) }

  /// Binds an integer to a parameter; parameters are numbered from 1.
  func bind(_ value: Int64, to parameter: Int32) {
    sqlite3_bind_int64(statement, parameter, value)
  }

  /// Binds a floating-point number to a parameter.
  func bind(_ value: Double, to parameter: Int32) {
    sqlite3_bind_double(statement, parameter, value)
  }

  /// Binds UTF-8 text to a parameter; the bytes must remain valid until the statement has run.
  func bindText(_ bytes: UnsafeBufferPointer<UInt8>, to parameter: Int32) throws {
    try Self.withAddress(of: bytes) { address in
      let text = UnsafeRawPointer(address).assumingMemoryBound(to: CChar.self)
      try check(
        sqlite3_bind_text64(
          statement,
          parameter,
          text,
          UInt64(bytes.count),
          nil,
          UInt8(SQLITE_UTF8)
        )
      )
    }
  }

  /// Binds a blob to a parameter; the bytes must remain valid until the statement has run.
  func bindBlob(_ bytes: UnsafeBufferPointer<UInt8>, to parameter: Int32) throws {
    try Self.withAddress(of: bytes) { address in
      try check(sqlite3_bind_blob64(statement, parameter, address, UInt64(bytes.count), nil))
    }
  }

  /// Binds a blob to a parameter after copying the bytes.
  func bindCopy(of bytes: [UInt8], to parameter: Int32) throws {
    // A destructor of -1 is the constant `SQLITE_TRANSIENT`, which makes SQLite copy the bytes.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    try bytes.withUnsafeBufferPointer { bytes in
      try Self.withAddress(of: bytes) { address in
        try check(
          sqlite3_bind_blob64(statement, parameter, address, UInt64(bytes.count), transient)
        )
      }
    }
  }

  /// Advances to the next row; returns false if there are no more rows.
  func step() throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  /// Runs a statement that returns no rows, and resets it.
  func run() throws {
    let code = sqlite3_step(statement)
    // `sqlite3_reset` returns the error of the step again, so its result is ignored.
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw failure(code) }
  }

  /// Resets the statement without clearing its bound values.
  func reset() { sqlite3_reset(statement) }

  /// Returns the bytes in a column of the current row, which are valid until the next step; columns
  /// are numbered from 0.
  func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let start = sqlite3_column_blob(statement, column)?.assumingMemoryBound(to: UInt8.self)
    return UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
  }

  /// Returns the type of the value in a column of the current row, such as `SQLITE_INTEGER`.
  func type(_ column: Int32) -> Int32 { sqlite3_column_type(statement, column) }

  /// Returns the integer in a column of the current row.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  /// Returns the floating-point number in a column of the current row.
  func double(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> any Error {
    if code == SQLITE_INTERRUPT, Task.isCancelled { return CancellationError() }
    return DatabaseError(
      resultCode: ResultCode(rawValue: sqlite3_extended_errcode(connection)),
      message: String(cString: sqlite3_errmsg(connection))
    )
  }

  /// Calls `body` with an address that is never null, since SQLite stores NULL for a null address.
  private static func withAddress(
    of bytes: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafePointer<UInt8>) throws -> Void
  ) rethrows {
    if let address = bytes.baseAddress, !bytes.isEmpty { return try body(address) }
    try withUnsafePointer(to: 0) { try body($0) }
  }
}
