import GRDB
import TaneCore

extension StoreError {
  /// Creates the error that users read for one of SQLite's.
  init(_ error: DatabaseError, service: String) {
    let (code, message) = Self.reading(of: error)
    self.init(code, service: service, message)
  }

  private static func reading(of error: DatabaseError) -> (Code, String) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      (.busy, "another process is writing to it and did not finish in time: try again later")
    case .SQLITE_FULL:
      (.diskFull, "the disk is full: free some space, then try again")
    case .SQLITE_READONLY:
      (
        .readOnly,
        "it can only be read: check its and its folder's permissions"
      )
    case .SQLITE_NOTADB:
      (.unreadable, "this file is not a SQLite database: move it away, then seed again")
    case .SQLITE_CORRUPT:
      (.unreadable, "this file is damaged: move it away, then seed again")
    case .SQLITE_CANTOPEN, .SQLITE_PERM:
      (.unreadable, "this file cannot be opened: check its and its folder's permissions")
    case .SQLITE_TOOBIG:
      (.tooLarge, "the data are larger than SQLite holds in one value (1,000,000,000 bytes)")
    default:
      (.unreadable, "SQLite says \"\(error.message ?? error.resultCode.description)\"")
    }
  }

  /// The error of a store whose rows do not make sense.
  static func damaged(_ service: String) -> StoreError {
    StoreError(
      DatabaseError(resultCode: .SQLITE_CORRUPT),
      service: service
    )
  }

  /// The error of a write to a store that was opened for reading.
  static func openedForReading(_ service: String) -> StoreError {
    StoreError(
      .readOnly,
      service: service,
      "it was opened for reading only"
    )
  }
}
