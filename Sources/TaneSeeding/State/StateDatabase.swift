import Foundation
import GRDB
import SystemPackage
import TaneCore
package import TaneProject

/// The database of a project's state in `.tane/state.sqlite`: the last write to each service (the
/// ledger), and the runs with the values that they replaced (the journal).
///
/// A change to the ledger and the journal's record of its batch form one transaction, which is on
/// disk when the call returns. Neither contains secrets: a password is `<redacted>`. A file that is
/// damaged, has a newer version or comes from elsewhere causes an error, and is never treated as
/// empty.
package final class StateDatabase: Sendable {
  let queue: DatabaseQueue
  /// The cache of the ledger's content.
  let contents = LedgerContentCache()
  /// The file's name in messages.
  let location: String

  /// Opens the state of a project, and creates it if necessary.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - takesOver: True to adopt a file that was copied from elsewhere: its records are removed,
  ///     since later writes are unknown.
  /// - Throws: A `StoreError` if the file cannot be used.
  package convenience init(of project: Project, takingOver takesOver: Bool = false) throws {
    try self.init(of: project, takingOver: takesOver, on: StateOrigin.machineDigest)
  }

  init(of project: Project, takingOver takesOver: Bool = false, on machine: String?) throws {
    let path = Self.path(in: project)
    location = path.string
    if try !Self.isThere(path) { try Self.make(path) }
    queue = try Self.open(path, as: location)
    try Self.migrate(queue, location)
    try checkOrigin(at: path, takesOver, on: machine)
  }

  /// Opens the state of a project, or returns nil if it does not exist.
  package static func existing(in project: Project) throws -> StateDatabase? {
    try isThere(path(in: project)) ? StateDatabase(of: project) : nil
  }

  private static func path(in project: Project) -> FilePath {
    project.stateDirectory.appending("state.sqlite")
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.translatingErrors(of: location) { try queue.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do {
      return try Self.translatingErrors(of: location) { try queue.write(body) }
    } catch {
      contents.forget()
      throw error
    }
  }
}

// MARK: The file

extension StateDatabase {
  /// The page size of the file in bytes, SQLite's default.
  private static let pageSize = 4096

  /// Creates the file under a temporary name with all tables, accessible only to its owner, and
  /// then moves it into place.
  ///
  /// The file is never visible without its tables, so an empty file is always damaged. If another
  /// process creates the file first, that file is kept where the file system supports links.
  private static func make(_ path: FilePath) throws {
    let draft = path.removingLastComponent()
      .appending(".state.\(UInt64.random(in: 0...(.max))).sqlite")
    do {
      try StateFolder.make(above: path)
      // A file in use is never opened separately from SQLite: closing it would release SQLite's
      // locks.
      try FileDescriptor.open(
        draft,
        .readWrite,
        options: [.create, .exclusiveCreate],
        permissions: [.ownerReadWrite]
      ).close()
    } catch {
      let isFull =
        (error as? Errno) == .noSpace || (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw StoreError(
        isFull ? .diskFull : .readOnly,
        service: path.string,
        isFull
          ? "cannot be written; the disk is full"
          : "cannot be created; check the folder and its permissions"
      )
    }
    defer {
      for suffix in ["", "-wal", "-shm"] { unlink(draft.string + suffix) }
    }
    let queue = try open(draft, as: path.string)
    try migrate(queue, path.string)
    try translatingErrors(of: path.string) {
      // Closing would not report that the disk is too full for the content of the log.
      _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try queue.close()
    }
    guard link(draft.string, path.string) != 0, errno != EEXIST else { return }
    // Not all file systems support links.
    guard rename(draft.string, path.string) != 0 else { return }
    throw StoreError(
      .readOnly,
      service: path.string,
      "cannot be created (\(Errno(rawValue: errno))); check the folder and its permissions"
    )
  }

  /// Returns true if the file exists; throws if it cannot be a valid state.
  private static func isThere(_ path: FilePath) throws -> Bool {
    do {
      // The log is checked first, because it is created after the file.
      let log = try DiskFiles().byteCount(of: FilePath(path.string + "-wal")) ?? 0
      let kind = try DiskFiles().kind(of: path)
      // SQLite would apply the log of the missing file to a new one.
      if kind == nil, log > 0 { throw damaged(path.string) }
      if kind == .folder {
        throw StoreError(
          .unreadable,
          service: path.string,
          "this is a folder, but Tane expects its own file here; move the folder elsewhere"
        )
      }
      // SQLite treats a file smaller than a page as a new one.
      if let size = try DiskFiles().byteCount(of: path), size < pageSize {
        throw damaged(path.string)
      }
      return kind != nil
    } catch let error as FileError {
      throw unreadable(path.string, error)
    }
  }

  private static func open(_ path: FilePath, as location: String) throws -> DatabaseQueue {
    try translatingErrors(of: location) {
      var configuration = Configuration()
      configuration.busyMode = .timeout(30)
      configuration.prepareDatabase { database in
        // Readers never wait, and a commit is on disk after one flush.
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        // Statement journals are in memory; otherwise, they would be files outside the project.
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
        // Without this setting, a commit on Darwin returns when the bytes are only in the drive's
        // cache.
        try database.execute(sql: "PRAGMA fullfsync = ON")
      }
      return try DatabaseQueue(path: path.string, configuration: configuration)
    }
  }

  /// Records the origin of the file: its path and the machine.
  ///
  /// A file with another origin is rejected or, if it is taken over, loses its record of written
  /// values, and its unfinished runs are marked as replaced.
  private func checkOrigin(
    at path: FilePath,
    _ takesOver: Bool,
    on machine: String?
  ) throws {
    let here: StateOrigin
    do {
      here = try StateOrigin(of: path, on: machine)
    } catch {
      throw Self.unreadable(location, error)
    }
    let origin = try read { try StateOrigin.fetch($0) }
    guard origin != here else { return }
    if let origin, !origin.isSame(as: here) {
      guard takesOver else { throw try foreignOriginError(origin) }
      try write { database in
        try database.execute(
          sql: """
            DELETE FROM recorded; DELETE FROM unshared; UPDATE service SET shared = NULL;
            UPDATE run SET result = 'settled' WHERE result IN ('running', 'failed');
            """
        )
      }
    }
    try write { try here.save(in: $0) }
  }

  private func foreignOriginError(_ origin: StateOrigin) throws -> StoreError {
    let host = try read { try String.fetchOne($0, sql: "SELECT host FROM origin") } ?? ""
    return StoreError(
      .unreadable,
      service: location,
      "this file is a copy of \(origin.path) on \(host), and lacks everything written there "
        + "after it was copied. Run tane plan --refresh-only for each environment: it records "
        + "values that are the same in the environment and the fixtures, and assigns the file to "
        + "this project. Alternatively, move the file elsewhere"
    )
  }
}

// MARK: Errors

extension StateDatabase {
  func damaged() -> StoreError { Self.damaged(location) }

  fileprivate static func unreadable(_ location: String, _ error: any Error) -> StoreError {
    StoreError(
      .unreadable,
      service: location,
      "cannot be read (\(error.reason)); check the file, its folder and their permissions"
    )
  }

  fileprivate static func damaged(_ location: String) -> StoreError {
    StoreError(
      .unreadable,
      service: location,
      "this file is damaged; move it elsewhere, together with the -wal and -shm files next to it. "
        + "It records what Tane last wrote. Without it, tane plan --refresh-only records values "
        + "that are the same in the environment and the fixtures; other differences then have an "
        + "unknown origin, and earlier runs cannot be reverted"
    )
  }

  /// Returns true if the disk that contains a file is full; for some of the files next to it,
  /// SQLite reports a full disk only as a failed write.
  private static func isDiskFull(_ location: String) -> Bool {
    let folder = FilePath(location).removingLastComponent().string
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber).map { $0.intValue < 1 << 20 } ?? false
  }

  /// Returns the names of a database's files that this process cannot write.
  ///
  /// SQLite creates the files next to a read-only database read-only, and they remain so.
  private static func readOnlyFiles(of location: String) -> [String] {
    ["", "-wal", "-shm"].map { location + $0 }.filter {
      FileManager.default.fileExists(atPath: $0) && !FileManager.default.isWritableFile(atPath: $0)
    }.compactMap { FilePath($0).lastComponent?.string }
  }

  static func translatingErrors<Value>(
    of location: String,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_FULL,
        .SQLITE_IOERR where isDiskFull(location), .SQLITE_CANTOPEN where isDiskFull(location):
        throw StoreError(.diskFull, service: location, "cannot be written; the disk is full")
      case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        throw damaged(location)
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        throw StoreError(.unreadable, service: location, "another command is using it; try again")
      default:
        let names = readOnlyFiles(of: location)
        throw StoreError(
          .readOnly,
          service: location,
          names.isEmpty
            ? "cannot be read or written; check the folder, its files and their permissions"
            : "cannot be written, because of read-only files: \(names.joined(separator: ", ")); make "
              + "them writable (chmod u+w)"
        )
      }
    }
  }
}

extension Row {
  /// Returns the bytes of a column, or throws the error for a damaged file if it has none.
  func bytes(_ column: String) throws -> [UInt8] {
    let bytes = try? withUnsafeData(named: column) { $0.map { Array($0) } }
    guard let bytes else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
    return bytes
  }

  /// Returns the value of a column, or throws the error for a damaged file if it has a different
  /// type.
  ///
  /// The subscripts of a row would trap instead of throwing an error.
  func value<Value>(_ column: String) throws -> Value
  where Value: DatabaseValueConvertible & StatementColumnConvertible {
    do {
      return try decode(Value.self, forColumn: column)
    } catch {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
  }
}
