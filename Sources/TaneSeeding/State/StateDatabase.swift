import Foundation
import GRDB
import SystemPackage
import TaneCore
public import TaneProject

/// What Tane keeps of a project's environments in `.tane/state.sqlite`: what it wrote last to each service (the
/// ledger), and its runs with what each replaced (the journal).
///
/// A change of the ledger and the journal's note of the batch that made it are one transaction, which is on the
/// disk when the call returns. Secrets are in neither: a password is `<redacted>`.
public final class StateDatabase: Sendable {
  let queue: DatabaseQueue
  /// The file as messages name it.
  let location: String

  /// Opens the state of a project, and makes it where there is none.
  public init(of project: Project) throws {
    let path = Self.path(in: project)
    location = path.string
    do {
      try StateFolder.make(above: path)
      try Self.makeFile(path)
    } catch {
      throw StoreError(
        .readOnly,
        service: path.string,
        "cannot be made; check the folder and its permissions"
      )
    }
    queue = try Self.translatingErrors(of: path.string) {
      var configuration = Configuration()
      configuration.busyMode = .timeout(30)
      configuration.prepareDatabase { database in
        // Who reads waits for nobody, and a commit is on the disk after one wait.
        try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
        // On Darwin a commit else ends when the bytes are in the memory of the drive.
        try database.execute(sql: "PRAGMA fullfsync = ON")
      }
      return try DatabaseQueue(path: path.string, configuration: configuration)
    }
    try migrate()
  }

  /// Makes the file for its owner alone.
  ///
  /// One that is there is not opened: to close it would give back the locks that this process has on it.
  private static func makeFile(_ path: FilePath) throws {
    guard !FileManager.default.fileExists(atPath: path.string) else { return }
    do {
      try FileDescriptor.open(
        path,
        .readWrite,
        options: [.create, .exclusiveCreate],
        permissions: [.ownerReadWrite]
      ).close()
    } catch Errno.fileExists {
      // Another process was faster.
    }
  }

  /// The state of a project; nil where nothing was ever kept.
  public static func existing(in project: Project) throws -> StateDatabase? {
    guard FileManager.default.fileExists(atPath: path(in: project).string) else { return nil }
    return try StateDatabase(of: project)
  }

  private static func path(in project: Project) -> FilePath {
    project.stateDirectory.appending("state.sqlite")
  }

  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.translatingErrors(of: location) { try queue.read(body) }
  }

  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try Self.translatingErrors(of: location) { try queue.write(body) }
  }

  private func migrate() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: Self.schema) }
    migrator.registerMigration("anchor") {
      try $0.execute(
        sql: "CREATE TABLE anchor (environment TEXT PRIMARY KEY, seconds INTEGER NOT NULL)"
      )
    }
    let (isNewer, isCurrent) = try read {
      (try migrator.hasBeenSuperseded($0), try migrator.hasCompletedMigrations($0))
    }
    guard !isNewer else {
      throw StoreError(.unreadable, service: location, "a newer Tane made this file; update Tane")
    }
    if !isCurrent { try Self.translatingErrors(of: location) { try migrator.migrate(queue) } }
  }

  private static func translatingErrors<Value>(
    of location: String,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_FULL:
        throw StoreError(.diskFull, service: location, "cannot be written; the disk is full")
      case .SQLITE_NOTADB, .SQLITE_CORRUPT:
        throw StoreError(
          .unreadable,
          service: location,
          "this file is damaged; move it away. Without it Tane does not know what it wrote last: differences"
            + " then have an unknown origin, and earlier runs cannot be taken back"
        )
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

  private static let schema = """
    CREATE TABLE service (id INTEGER PRIMARY KEY, location TEXT NOT NULL UNIQUE);
    CREATE TABLE recorded (
      service INTEGER NOT NULL REFERENCES service (id), path TEXT NOT NULL, content BLOB NOT NULL,
      size INTEGER, crc32c INTEGER, sets TEXT NOT NULL, run INTEGER,
      UNIQUE (service, path)
    );
    CREATE TABLE run (
      id INTEGER PRIMARY KEY AUTOINCREMENT, environment TEXT NOT NULL, action TEXT NOT NULL,
      subject INTEGER, author TEXT NOT NULL, sets TEXT NOT NULL, summary TEXT NOT NULL,
      began REAL NOT NULL, ended REAL, result TEXT NOT NULL
    );
    CREATE TABLE step (
      run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE, number INTEGER NOT NULL,
      location TEXT NOT NULL, service TEXT NOT NULL, path TEXT NOT NULL, changes BLOB NOT NULL,
      oldSize INTEGER, oldCRC32C INTEGER, newSize INTEGER, newCRC32C INTEGER,
      bytes TEXT, state INTEGER NOT NULL,
      PRIMARY KEY (run, number)
    );
    CREATE TABLE bytes (digest TEXT PRIMARY KEY, content BLOB NOT NULL);
    """
}
