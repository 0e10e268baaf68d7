import GRDB
import Synchronization
import TaneProject

/// The bytes of replaced objects that an environment's journal retains, within the profile's limit.
///
/// If a run needs more space, the bytes of the earliest runs are removed, and the objects that
/// those runs replaced can no longer be restored.
final class RetainedBytes: Sendable {
  private let environment: String
  private let bound: Int
  private let state: StateDatabase
  private let count: Mutex<Int>

  init(of profile: EnvironmentProfile, in state: StateDatabase) throws {
    environment = profile.name
    bound = profile.undo.objects
    self.state = state
    count = Mutex(try state.read { try Self.count(of: profile.name, in: $0) })
  }

  /// Reserves space for an object; returns false if there is not enough.
  func reserve(_ size: Int) throws -> Bool {
    guard size <= bound else { return false }
    return try count.withLock { count in
      if count + size > bound { count = try removeEarliestBytes(downTo: bound - size) }
      guard count + size <= bound else { return false }
      count += size
      return true
    }
  }

  /// Removes the bytes of the earliest runs, except runs that are still required, if this frees
  /// enough space; returns the number of remaining bytes.
  private func removeEarliestBytes(downTo limit: Int) throws -> Int {
    try state.write { database in
      let runs = try Row.fetchAll(
        database,
        sql: """
          SELECT run.id AS run, sum(length(content)) AS size
          FROM run JOIN step ON step.run = run.id JOIN bytes ON digest = step.bytes
          WHERE environment = ? AND NOT (\(RunRecord.requiredRunCondition))
          GROUP BY run.id ORDER BY run.id
          """,
        arguments: [environment]
      )
      var count = try Self.count(of: environment, in: database)
      let removableByteCount: Int = try runs.reduce(0) { $0 + (try $1.value("size")) }
      guard count - removableByteCount <= limit else { return count }
      for run in runs where count > limit {
        try database.execute(
          sql: "UPDATE step SET bytes = NULL WHERE run = ?",
          arguments: [try run.value("run") as Int64]
        )
        try Self.removeUnusedBytes(in: database)
        count = try Self.count(of: environment, in: database)
      }
      return count
    }
  }

  /// Removes the bytes that no run refers to.
  static func removeUnusedBytes(in database: Database) throws {
    try database.execute(
      sql: "DELETE FROM bytes WHERE digest NOT IN (SELECT bytes FROM step WHERE bytes IS NOT NULL)"
    )
  }

  private static func count(of environment: String, in database: Database) throws -> Int {
    try Int.fetchOne(
      database,
      sql: """
        SELECT coalesce(sum(length(content)), 0) FROM bytes WHERE digest IN
          (SELECT bytes FROM step JOIN run ON run.id = run WHERE environment = ?)
        """,
      arguments: [environment]
    ) ?? 0
  }
}
