import GRDB
import SystemPackage
import TaneCore

extension StoreError {
  /// Creates a user-facing error from an SQLite error.
  ///
  /// - Parameters:
  ///   - error: The SQLite error.
  ///   - service: The service and its location, for the message.
  ///   - systemError: The system's error number for the underlying failure, or 0.
  init(_ error: DatabaseError, service: String, systemError: Int32 = 0) {
    let cause = DiskFlush.Failure(errno: systemError)
    let (code, message) = Self.codeAndReason(of: error, cause: cause)
    self.init(code, service: service, message)
  }

  init?(_ error: Errno, of path: FilePath) {
    guard DiskFlush.Failure(errno: error.rawValue).isDiskFull else { return nil }
    self.init(.diskFull, service: path.string, Self.fullDisk)
  }

  private static let fullDisk = "the disk is full: free some space, then try again"

  private static func codeAndReason(
    of error: DatabaseError,
    cause: DiskFlush.Failure
  ) -> (Code, String) {
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      (.busy, "another process is writing to it and did not finish in time: try again later")
    case .SQLITE_FULL:
      (.diskFull, fullDisk)
    case .SQLITE_IOERR where cause.isDiskFull, .SQLITE_CANTOPEN where cause.isDiskFull:
      (.diskFull, fullDisk)
    case .SQLITE_READONLY:
      (
        .readOnly,
        "it is read-only: check the permissions of the file and its folder"
      )
    case .SQLITE_NOTADB:
      (.unreadable, "this file is not a SQLite database: move it elsewhere, then seed again")
    case .SQLITE_CORRUPT:
      (.unreadable, "this file is damaged: run tane doctor --store --repair to replace it")
    case .SQLITE_CANTOPEN, .SQLITE_PERM:
      (.unreadable, "this file cannot be opened: check the permissions of the file and its folder")
    case .SQLITE_TOOBIG:
      (.tooLarge, "the data exceeds SQLite's limit for one value (1,000,000,000 bytes)")
    default:
      (.unreadable, "SQLite failed with \"\(error.message ?? error.resultCode.description)\"")
    }
  }

  /// Returns the error for a store with an invalid row; `path` is the path of the row, if known.
  static func damaged(_ service: String, at path: TreePath? = nil) -> StoreError {
    let place = path.map { " at \($0)" } ?? ""
    return StoreError(
      .unreadable,
      service: service,
      "this file is damaged\(place): run tane doctor --store to see the damage, and add --repair "
        + "to repair it",
      paths: path.map { [$0] } ?? []
    )
  }

  /// Returns the error for a write to a store that was opened read-only.
  static func openedReadOnly(_ service: String) -> StoreError {
    StoreError(
      .readOnly,
      service: service,
      "it was opened for reading only"
    )
  }
}
