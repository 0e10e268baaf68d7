import GRDB
import GRDBSQLite
import SystemPackage
import TaneCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The open file of an environment; a missing file is read as an empty environment.
final class EmbeddedFile: Sendable {
  /// The file's name in messages: the path given by the caller.
  let location: String
  /// The notifier for observers of the file's documents.
  let documentSignals = DocumentChangeNotifier()
  /// The converter for passwords of the file's accounts.
  let passwords: StoredPasswords
  private let access: EmbeddedEnvironment.Access
  /// The database, or nil if the file does not exist and must not be created.
  private let writer: (any DatabaseWriter)?
  /// The same database as `writer` if it is in memory, otherwise nil.
  private let memory: DatabaseQueue?

  /// Opens a file; with read-write access, creates it with its folders if it is missing.
  init(path: FilePath, access: EmbeddedEnvironment.Access, settings: Settings) throws {
    location = path.string
    passwords = StoredPasswords(isPersistent: true)
    self.access = access
    memory = nil
    do {
      writer = try Self.open(path, access, settings)
    } catch let error as DatabaseError {
      // The system's error number is available only from an open connection.
      let cause = EmbeddedFolder.isDiskFull(at: path) ? ENOSPC : 0
      throw StoreError(error, service: path.string, systemError: cause)
    }
  }

  /// Opens a store in memory.
  init(inMemory settings: Settings) throws {
    location = "in memory"
    passwords = StoredPasswords(isPersistent: false)
    access = .readWrite
    let queue = try DatabaseQueue(configuration: settings.configuration(for: .readWrite))
    try queue.write(Schema.create)
    (writer, memory) = (queue, queue)
  }

  /// Calls `body` with one snapshot of the database, or returns nil if there is no file.
  func read<Value: Sendable>(
    for service: String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value? {
    try Task.checkCancellation()
    guard let writer else { return nil }
    // GRDB's queue runs outside of the task, where task-local values are not available.
    let counter = WorkCounter.current
    return try await translatingErrors(for: service) {
      // An in-memory database is accessed by one task at a time, so reading needs no transaction.
      // GRDB's `read` would disable writing and then enable it again, which makes SQLite recompile
      // all statements.
      guard let memory else {
        return try await writer.read { database in
          try WorkCounter.$current.withValue(counter) { try body(database) }
        }
      }
      return try await memory.writeWithoutTransaction { database in
        try WorkCounter.$current.withValue(counter) { try body(database) }
      }
    }
  }

  /// Calls `body` in one transaction, which is rolled back if `body` throws or the task is
  /// canceled.
  ///
  /// When the call returns, the writes are on disk.
  func write<Value: Sendable>(
    for service: String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    guard access == .readWrite, let writer else { throw StoreError.openedReadOnly(service) }
    // GRDB's queue runs outside of the task, where task-local values are not available.
    let counter = WorkCounter.current
    return try await translatingErrors(for: service) {
      try await writer.write { database in
        try WorkCounter.$current.withValue(counter) { try body(database) }
      }
    }
  }

  /// Moves all writes from the write-ahead log into the file, and waits until they are on disk.
  ///
  /// If a concurrent reader or a full disk prevents this, some writes remain in the log. The log is
  /// next to the file, and is also on disk.
  func synchronize() async throws {
    guard access == .readWrite, let writer = writer as? DatabasePool else { return }
    try await translatingErrors(for: location) {
      try await writer.writeWithoutTransaction(Self.checkpointLog)
    }
    do {
      try DiskFlush.flush(path: location)
      try EmbeddedFolder.flush(FilePath(location))
    } catch {
      throw StoreError(
        DatabaseError(resultCode: .SQLITE_IOERR_FSYNC),
        service: location,
        systemError: error.errno
      )
    }
  }

  /// Moves the contents of the write-ahead log into the file, and truncates the log.
  ///
  /// The log retains the parts that a reader still uses, or for which the disk has no space.
  private static func checkpointLog(_ database: Database) throws {
    do {
      _ = try database.checkpoint(.truncate)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_BUSY || error.resultCode == .SQLITE_FULL
    {
      // The log remains, and every commit in it is already on disk.
    }
  }

  private func translatingErrors<Value: Sendable>(
    for service: String,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as DatabaseError {
      throw StoreError(error, service: service, systemError: await systemError())
    } catch is DecodingError {
      throw StoreError.damaged(service)
    }
  }

  /// Returns the system's error number for the writer's last failure.
  ///
  /// If the number is unknown, returns `ENOSPC` if the disk is full, otherwise 0.
  private func systemError() async -> Int32 {
    let error = try? await writer?.writeWithoutTransaction {
      sqlite3_system_errno($0.sqliteConnection)
    }
    if let error, error != 0 { return error }
    return EmbeddedFolder.isDiskFull(at: FilePath(location)) ? ENOSPC : 0
  }
}

extension EmbeddedFile {
  /// The settings, which only tests change.
  struct Settings: Sendable {
    /// The maximum time to wait for writes by other processes, in seconds.
    var busyTimeout: Double = 30
    /// The maximum number of pages in the file, or nil for no limit.
    var maximumPages: Int?

    /// Returns the settings as a GRDB configuration.
    func configuration(for access: EmbeddedEnvironment.Access) -> Configuration {
      var configuration = Configuration()
      configuration.readonly = access == .readOnly
      configuration.foreignKeysEnabled = true
      configuration.busyMode = .timeout(busyTimeout)
      configuration.prepareDatabase { [maximumPages] database in
        if let maximumPages {
          try database.execute(sql: "PRAGMA max_page_count = \(maximumPages)")
        }
        // The log of a large write would otherwise never be truncated.
        try database.execute(sql: "PRAGMA journal_size_limit = 16777216")
        // On Darwin, a commit would otherwise complete when the bytes are only in the drive's
        // cache.
        try database.execute(sql: "PRAGMA fullfsync = ON")
      }
      return configuration
    }
  }

  private static func open(
    _ path: FilePath,
    _ access: EmbeddedEnvironment.Access,
    _ settings: Settings
  ) throws -> (any DatabaseWriter)? {
    guard try EmbeddedFolder.ensureFileExists(at: path, for: access) else { return nil }
    if access == .readOnly { try rollBack(path, settings) }
    let pool = try openPool(path, access, settings)
    if access == .readWrite {
      // With GRDB's default, NORMAL, a power failure can lose the last commits.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    }
    var state = try pool.read(Schema.inspect)
    if state == .empty || state == .older, access == .readWrite {
      state = try createOrMigrate(pool)
    }
    switch state {
    case .empty: return nil
    case .current, .older: return pool
    case .newer(let version): throw newer(version, path)
    case .foreign: throw foreign(path)
    }
  }

  /// Rolls back the incomplete write of a process that was killed while it created the file.
  ///
  /// Until the write-ahead log is enabled, SQLite uses a journal file, which a read-only connection
  /// cannot roll back (<https://sqlite.org/rescode.html#readonly_rollback>).
  private static func rollBack(_ path: FilePath, _ settings: Settings) throws {
    guard (try? FilePath(path.string + "-journal").stat()) != nil else { return }
    let configuration = settings.configuration(for: .readWrite)
    let queue = try DatabaseQueue(path: path.string, configuration: configuration)
    _ = try queue.read(Schema.inspect)
    try queue.close()
  }

  /// Opens the connections to a file; enables the write-ahead log if the file is new.
  ///
  /// If several processes enable it at the same time, SQLite rejects all but one immediately. This
  /// process then tries again until the busy timeout.
  private static func openPool(
    _ path: FilePath,
    _ access: EmbeddedEnvironment.Access,
    _ settings: Settings
  ) throws -> DatabasePool {
    let configuration = settings.configuration(for: access)
    let deadline = ContinuousClock.now + .seconds(settings.busyTimeout)
    while true {
      do {
        return try DatabasePool(path: path.string, configuration: configuration)
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        usleep(.random(in: 1_000...10_000))
      }
    }
  }

  private static func createOrMigrate(_ pool: DatabasePool) throws -> Schema.State {
    var isMigrated = false
    let state = try pool.write { database in
      // Another process may have created or migrated the tables first.
      switch try Schema.inspect(database) {
      case .empty: try Schema.create(in: database)
      case .older:
        try Schema.migrate(database)
        isMigrated = true
      default: break
      }
      return try Schema.inspect(database)
    }
    // The log still contains data that the migration removed.
    if isMigrated { try pool.writeWithoutTransaction(checkpointLog) }
    return state
  }

  private static func newer(_ version: Int, _ path: FilePath) -> StoreError {
    StoreError(
      .unreadable,
      service: path.string,
      "this file was written by a newer version of Tane (format \(version), this version supports "
        + "format \(Schema.version)): update Tane, or move the file elsewhere and seed again"
    )
  }

  private static func foreign(_ path: FilePath) -> StoreError {
    StoreError(
      .unreadable,
      service: path.string,
      "this is the SQLite database of another program: use another file in the profile"
    )
  }
}
