import GRDB
import SystemPackage
import TaneCore

/// The open file of an environment, or the nothing that a missing one is to a reader.
final class EmbeddedFile: Sendable {
  /// The file as messages name it: the path that the caller gave.
  let location: String
  private let access: EmbeddedEnvironment.Access
  /// Nil where there is no file and none may be made.
  private let writer: (any DatabaseWriter)?

  /// Opens a file, and makes it with its folders where it may be written.
  init(path: FilePath, access: EmbeddedEnvironment.Access, settings: Settings) throws {
    location = path.string
    self.access = access
    do {
      writer = try Self.open(path, access, settings)
    } catch let error as DatabaseError {
      throw StoreError(error, service: path.string)
    }
  }

  /// Opens a store in memory.
  init(inMemory settings: Settings) throws {
    location = "in memory"
    access = .readWrite
    let queue = try DatabaseQueue(configuration: settings.configuration(for: .readWrite))
    try queue.write(Schema.create)
    writer = queue
  }

  /// Reads in one snapshot; nil where there is no file.
  func read<Value: Sendable>(
    for service: String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value? {
    try Task.checkCancellation()
    guard let writer else { return nil }
    return try await Self.translatingErrors(for: service) { try await writer.read(body) }
  }

  /// Writes in one transaction, which is taken back where `body` throws or the task is cancelled.
  func write<Value: Sendable>(
    for service: String,
    _ body: @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    guard access == .readWrite, let writer else { throw StoreError.openedForReading(service) }
    return try await Self.translatingErrors(for: service) { try await writer.write(body) }
  }

  private static func translatingErrors<Value: Sendable>(
    for service: String,
    _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch let error as DatabaseError {
      throw StoreError(error, service: service)
    } catch is DecodingError {
      throw StoreError.damaged(service)
    }
  }
}

extension EmbeddedFile {
  /// What tests choose otherwise than users.
  struct Settings: Sendable {
    /// How long to wait for another process's write, in seconds.
    var busyTimeout: Double = 10
    /// The most pages that the file may have, if it is bounded.
    var maximumPages: Int?

    /// GRDB's form of the settings.
    func configuration(for access: EmbeddedEnvironment.Access) -> Configuration {
      var configuration = Configuration()
      configuration.readonly = access == .readOnly
      configuration.foreignKeysEnabled = true
      configuration.busyMode = .timeout(busyTimeout)
      configuration.prepareDatabase { [maximumPages] database in
        if let maximumPages {
          try database.execute(sql: "PRAGMA max_page_count = \(maximumPages)")
        }
        // A large write leaves a large log behind, which nothing else would shorten.
        try database.execute(sql: "PRAGMA journal_size_limit = 16777216")
      }
      return configuration
    }
  }

  private static func open(
    _ path: FilePath,
    _ access: EmbeddedEnvironment.Access,
    _ settings: Settings
  ) throws -> (any DatabaseWriter)? {
    guard try EmbeddedFolder.prepare(path, access) else { return nil }
    let pool = try DatabasePool(
      path: path.string,
      configuration: settings.configuration(for: access)
    )
    var finding = try pool.read(Schema.inspect)
    if finding == .empty, access == .readWrite {
      finding = try pool.write { database in
        // Another process may have been faster.
        if try Schema.inspect(database) == .empty { try Schema.create(in: database) }
        return try Schema.inspect(database)
      }
    }
    switch finding {
    case .empty: return nil
    case .current: return pool
    case .newer(let version): throw newer(version, path)
    case .foreign: throw foreign(path)
    }
  }

  private static func newer(_ version: Int, _ path: FilePath) -> StoreError {
    StoreError(
      .unreadable,
      service: path.string,
      "a newer Tane made this file (version \(version), this one knows version"
        + " \(Schema.version)): update Tane, or move the file away and seed again"
    )
  }

  private static func foreign(_ path: FilePath) -> StoreError {
    StoreError(
      .unreadable,
      service: path.string,
      "this is a SQLite database, but not one of Tane's: name another file in the profile"
    )
  }
}
