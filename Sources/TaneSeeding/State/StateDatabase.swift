import Foundation
import GRDB
import SystemPackage
import TaneCore
public import TaneProject

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What Tane keeps of a project's environments in `.tane/state.sqlite`: what it wrote last to each service (the
/// ledger), and its runs with what each replaced (the journal).
///
/// A change of the ledger and the journal's note of the batch that made it are one transaction, which is on the
/// disk when the call returns. Secrets are in neither: a password is `<redacted>`. A file that is damaged, that a
/// newer Tane made, or that comes from elsewhere is an error, and never taken for an empty one.
public final class StateDatabase: Sendable {
  let queue: DatabaseQueue
  /// What the ledger read last.
  let contents = LedgerContents()
  /// The file as messages name it.
  let location: String

  /// Opens the state of a project, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - takesOver: Whether a file that was copied from elsewhere becomes this project's own: what it recorded is
  ///     forgotten, since nobody knows what was written after that.
  /// - Throws: A `StoreError` where the file cannot be used.
  public convenience init(of project: Project, takingOver takesOver: Bool = false) throws {
    try self.init(of: project, takingOver: takesOver, on: StateOrigin.machineIdentifier)
  }

  init(of project: Project, takingOver takesOver: Bool = false, on machine: String?) throws {
    let path = Self.path(in: project)
    location = path.string
    if try !Self.isThere(path) { try Self.make(path) }
    queue = try Self.open(path, as: location)
    try Self.migrate(queue, location)
    try settleOrigin(at: path, takesOver, on: machine)
  }

  /// The state of a project; nil where nothing was ever kept.
  public static func existing(in project: Project) throws -> StateDatabase? {
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
  /// The bytes of a page of the file, as SQLite makes them.
  private static let pageSize = 4096

  /// Makes the file for its owner alone, with all its tables: what is there and empty has lost what was in it.
  ///
  /// Another process may be faster.
  private static func make(_ path: FilePath) throws {
    let draft = path.removingLastComponent()
      .appending(".state.\(UInt64.random(in: 0...(.max))).sqlite")
    do {
      try StateFolder.make(above: path)
      // A file that is in use is never opened beside SQLite: to close it would give back its locks.
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
          : "cannot be made; check the folder and its permissions"
      )
    }
    defer {
      for suffix in ["", "-wal", "-shm"] { unlink(draft.string + suffix) }
    }
    let queue = try open(draft, as: path.string)
    try migrate(queue, path.string)
    try translatingErrors(of: path.string) {
      // Closing would not say that the disk is too full for what is in the log so far.
      _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
      try queue.close()
    }
    guard link(draft.string, path.string) != 0, errno != EEXIST else { return }
    // Not all file systems have links.
    guard rename(draft.string, path.string) != 0 else { return }
    throw StoreError(
      .readOnly,
      service: path.string,
      "cannot be made (\(Errno(rawValue: errno))); check the folder and its permissions"
    )
  }

  /// Whether there is a file; refuses what is there and cannot be a state that was kept.
  private static func isThere(_ path: FilePath) throws -> Bool {
    do {
      // Asked for first: whoever makes the file makes its log after it.
      let log = try DiskFiles().byteCount(of: FilePath(path.string + "-wal")) ?? 0
      let kind = try DiskFiles().kind(of: path)
      // SQLite would read the log of one file into another.
      if kind == nil, log > 0 { throw damaged(path.string) }
      if kind == .folder {
        throw StoreError(
          .unreadable,
          service: path.string,
          "this is a folder; expected the file that Tane keeps there. Move it away"
        )
      }
      // SQLite takes what is smaller than a page for a new file.
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
        // Who reads waits for nobody, and a commit is on the disk after one wait.
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        // What a statement replaces is kept until it ends, else in a file outside of the project.
        try database.execute(sql: "PRAGMA temp_store = MEMORY")
        // On Darwin a commit else ends when the bytes are in the memory of the drive.
        try database.execute(sql: "PRAGMA fullfsync = ON")
      }
      return try DatabaseQueue(path: path.string, configuration: configuration)
    }
  }

  /// Notes where the file was made, and refuses one from elsewhere.
  private func settleOrigin(
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
      guard takesOver else { throw try elsewhere(origin) }
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

  private func elsewhere(_ origin: StateOrigin) throws -> StoreError {
    let host = try read { try String.fetchOne($0, sql: "SELECT host FROM origin") } ?? ""
    return StoreError(
      .unreadable,
      service: location,
      "this file is a copy: it was made on \(host) as \(origin.path), and does not know what was written"
        + " since. Run tane plan --refresh-only for each environment: it records what the environment and the"
        + " fixtures agree on, and makes the file this project's own; or move the file away"
    )
  }
}

// MARK: Errors

extension StateDatabase {
  /// The error of a state that cannot be read.
  func damaged() -> StoreError { Self.damaged(location) }

  fileprivate static func unreadable(_ location: String, _ error: any Error) -> StoreError {
    StoreError(
      .unreadable,
      service: location,
      "cannot be read (\(error)); check the file, its folder and their permissions"
    )
  }

  fileprivate static func damaged(_ location: String) -> StoreError {
    StoreError(
      .unreadable,
      service: location,
      "this file is damaged; move it away, with the files -wal and -shm beside it. Without it Tane does not know what"
        + " it wrote last: tane plan --refresh-only records what the environment and the fixtures agree on, other"
        + " differences then have an unknown origin, and earlier runs cannot be taken back"
    )
  }

  /// Whether the disk of a file is full: of some files that it writes, SQLite says only that it could not.
  private static func hasNoRoom(_ location: String) -> Bool {
    let folder = FilePath(location).removingLastComponent().string
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder)
    return (attributes?[.systemFreeSize] as? NSNumber).map { $0.intValue < 1 << 20 } ?? false
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
        .SQLITE_IOERR where hasNoRoom(location), .SQLITE_CANTOPEN where hasNoRoom(location):
        throw StoreError(.diskFull, service: location, "cannot be written; the disk is full")
      case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        throw damaged(location)
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        throw StoreError(.unreadable, service: location, "another command uses it; try again")
      default:
        throw StoreError(
          .readOnly,
          service: location,
          "cannot be read or written (\(error.resultCode)); check the folder and its permissions"
        )
      }
    }
  }
}

extension Row {
  /// Returns the value of a column, or throws the error of a damaged file where it has another type.
  ///
  /// The subscripts of a row end the process there.
  func value<Value>(_ column: String) throws -> Value
  where Value: DatabaseValueConvertible & StatementColumnConvertible {
    do {
      return try decode(Value.self, forColumn: column)
    } catch {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
  }
}
