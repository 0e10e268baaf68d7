import GRDB
import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A view of the published versions of one project's Remote Config, valid only during the database
/// access that creates it.
struct RemoteConfigTable {
  private let database: Database
  private let project: String

  init?(of project: String, in database: Database) throws {
    guard try database.tableExists("remoteConfig") else { return nil }
    self.database = database
    self.project = project
  }

  init(making project: String, in database: Database) throws {
    try database.execute(
      sql: """
        CREATE TABLE IF NOT EXISTS remoteConfig (
          project TEXT NOT NULL,
          number INTEGER NOT NULL,
          updateTime INTEGER NOT NULL,
          template BLOB NOT NULL,
          PRIMARY KEY (project, number)
        ) WITHOUT ROWID;
        """
    )
    self.database = database
    self.project = project
  }

  /// Returns the projects with published versions, or nil if the file has no table for them.
  static func projects(in database: Database) throws -> [String]? {
    guard try database.tableExists("remoteConfig") else { return nil }
    return try String.fetchAll(database, sql: "SELECT DISTINCT project FROM remoteConfig")
  }

  /// Returns the last published version, if any.
  func current() throws -> RemoteConfigRevision? {
    try Row.fetchOne(
      database,
      sql: "SELECT * FROM remoteConfig WHERE project = ? ORDER BY number DESC LIMIT 1",
      arguments: [project]
    ).map(revision)
  }

  /// Returns the published version with the given number, or nil if it does not exist.
  func revision(_ number: Int64) throws -> RemoteConfigRevision? {
    try Row.fetchOne(
      database,
      sql: "SELECT * FROM remoteConfig WHERE project = ? AND number = ?",
      arguments: [project, number]
    ).map(revision)
  }

  /// Returns the last published versions without their templates, the latest first.
  func versions(limit: Int) throws -> [RemoteConfigVersion] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT number, updateTime FROM remoteConfig WHERE project = ? ORDER BY number DESC LIMIT ?
        """,
      arguments: [project, max(0, limit)]
    ).map(version)
  }

  /// Inserts a published version, and removes the oldest ones beyond the maximum number.
  func insert(_ revision: RemoteConfigRevision) throws {
    guard let version = revision.version else { return }
    try database.execute(
      sql: "INSERT INTO remoteConfig (project, number, updateTime, template) VALUES (?, ?, ?, ?)",
      arguments: [
        project, version.number, version.updateTime?.microseconds ?? 0,
        try JSONEncoder().encode(revision.template),
      ]
    )
    try database.execute(
      sql: "DELETE FROM remoteConfig WHERE project = ? AND number <= ?",
      arguments: [project, version.number - Int64(RemoteConfigRevision.maximumCount)]
    )
  }

  func revision(_ row: Row) throws -> RemoteConfigRevision {
    let version = try version(row)
    let template: Data = try row.value("template")
    return RemoteConfigRevision(
      template: try JSONDecoder().decode(RemoteConfigTemplate.self, from: template),
      etag: RemoteConfigRevision.etag(of: project, version.number),
      version: version
    )
  }

  private func version(_ row: Row) throws -> RemoteConfigVersion {
    let number: Int64 = try row.value("number")
    guard (1..<Int64.max).contains(number) else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT)
    }
    return RemoteConfigVersion(
      number: number,
      updateTime: DocumentTimestamp(microseconds: try row.value("updateTime"))
    )
  }
}
