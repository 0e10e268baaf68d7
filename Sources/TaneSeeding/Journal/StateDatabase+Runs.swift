import Foundation
import GRDB
import TaneCore

// The runs in the journal.
extension StateDatabase {
  /// Returns the runs of an environment, the latest first.
  package func runs(of environment: String) throws -> [RunRecord] {
    try read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT run.*, count(step.number) AS steps, count(nullif(step.state > 0, 0)) AS sent,
            count(nullif(step.state = 2, 0)) AS done
          FROM run LEFT JOIN step ON step.run = run.id WHERE environment = ?
          GROUP BY run.id ORDER BY run.id DESC
          """,
        arguments: [environment]
      ).compactMap(RunRecord.init)
    }
  }

  /// Returns the latest seed or undo that was interrupted and neither finished nor rolled back, or
  /// nil if there is none.
  package func interruptedRun(of environment: String) throws -> RunRecord? {
    try RunHistory(runs(of: environment)).interrupted
  }

  /// Returns the steps of a run, updated with the attempts to end it: a step counts as sent if an
  /// attempt sent it, and has the digest of any bytes that a resume replaced.
  package func steps(of run: RunRecord, in history: RunHistory) throws -> [RunStep] {
    var sent: Set<Address> = []
    var bytes: [Address: String] = [:]
    for attempt in history.attempts(of: run).reversed() {
      for step in try steps(of: attempt.id) where step.wasSent {
        sent.insert(step.address)
        if attempt.action == .resume { bytes[step.address] = bytes[step.address] ?? step.bytes }
      }
    }
    return try steps(of: run.id).map { step in
      var step = step
      // An attempt may have applied the step or reverted it.
      if sent.contains(step.address) { step.state = .sent }
      step.bytes = step.bytes ?? bytes[step.address]
      return step
    }
  }

  /// Returns the steps of a run, in planned order.
  package func steps(of run: Int64) throws -> [RunStep] {
    try read { database in
      let restoredDigests = try digests(ofBytesRestoredBy: run, in: database)
      // The rows are decoded one by one, because the changes of all steps may be large.
      let rows = try Row.fetchCursor(
        database,
        sql:
          "SELECT * FROM step JOIN stepChanges USING (run, number) WHERE run = ? ORDER BY number",
        arguments: [run]
      )
      var steps: [RunStep] = []
      while let row = try rows.next() {
        var step = try RunStep(row, else: damaged())
        step.restoredBytesDigest = restoredDigests[step.address]
        steps.append(step)
      }
      return steps
    }
  }

  /// Returns the digests of the bytes that a run restores, if it reverts another run or finishes
  /// such an undo.
  private func digests(
    ofBytesRestoredBy run: Int64,
    in database: Database
  ) throws -> [Address: String] {
    let sql = "SELECT action, subject FROM run WHERE id = ?"
    var subject: Int64? = run
    var isResume = true
    while isResume, let run = subject {
      let row = try Row.fetchOne(database, sql: sql, arguments: [run])
      isResume = try row?.value("action") == RunRecord.Action.resume.rawValue
      subject = try row?.value("subject")
    }
    // The bytes that a resume replaced are in its own steps; of several runs, the earliest takes
    // precedence.
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT service, path, bytes FROM step JOIN run ON run.id = step.run
        WHERE (run.id = ? OR run.subject = ? AND action = 'resume') AND bytes IS NOT NULL
        ORDER BY run.id DESC
        """,
      arguments: [subject, subject]
    )
    return Dictionary(
      try rows.map { row in
        (
          Address(
            service: try row.value("service"),
            path: TreePath(parsing: try row.value("path") as String)
          ),
          try row.value("bytes")
        )
      },
      uniquingKeysWith: { $1 }
    )
  }

  /// Returns the sets that a run loaded.
  package func sets(of run: Int64) throws -> [String] {
    let text = try read {
      try String.fetchOne($0, sql: "SELECT sets FROM run WHERE id = ?", arguments: [run])
    }
    return (text ?? "").split(separator: ",").map(String.init)
  }

  /// Returns the digests of the fixture files that contain a run's secrets, by path in the project.
  package func basis(of run: Int64) throws -> [String: String] {
    let basis = try read {
      try Data.fetchOne($0, sql: "SELECT basis FROM run WHERE id = ?", arguments: [run])
    }
    return try basis.map { try JSONDecoder().decode([String: String].self, from: $0) } ?? [:]
  }

  /// Returns the bytes with the given digest; throws a `StoreError` if they are no longer stored.
  func bytes(of digest: String) throws -> [UInt8] {
    let content = try read {
      try Data.fetchOne($0, sql: "SELECT content FROM bytes WHERE digest = ?", arguments: [digest])
    }
    guard let content else {
      throw StoreError(
        .notFound,
        service: location,
        "the previous content of an object is no longer stored; \"undo.objects\" in the profile "
          + "sets how much is stored"
      )
    }
    return Array(content)
  }

  /// Marks the interrupted runs of an environment as superseded by a later run.
  package func markInterruptedRunsAsReplaced(of environment: String) throws {
    try write {
      try $0.execute(
        sql: """
          UPDATE run SET result = 'settled' WHERE environment = ?
            AND result IN ('running', 'failed')
          """,
        arguments: [environment]
      )
    }
  }
}

extension RunRecord {
  /// The SQL condition for unfinished runs, and for runs that an unfinished run finishes or
  /// reverts.
  static let requiredRunCondition = """
    run.result IN ('running', 'failed') OR run.id IN
      (SELECT subject FROM run WHERE subject IS NOT NULL AND result IN ('running', 'failed'))
    """

  fileprivate init?(_ row: Row) throws {
    guard let action = Action(rawValue: try row.value("action")),
      let result = Result(rawValue: try row.value("result"))
    else { return nil }
    self.init(
      id: try row.value("id"),
      action: action,
      subject: try row.value("subject"),
      author: try row.value("author"),
      summary: try row.value("summary"),
      startDate: Date(timeIntervalSince1970: try row.value("began")),
      endDate: (try row.value("ended") as Double?).map { Date(timeIntervalSince1970: $0) },
      result: result,
      stepCount: try row.value("steps"),
      sentCount: try row.value("sent"),
      doneCount: try row.value("done"),
      isFull: try row.value("isFull")
    )
  }
}

extension RunStep {
  /// Returns the steps of interrupted runs that were sent for a resource but not acknowledged.
  static func unacknowledged(
    at address: Address,
    of location: String,
    in database: Database,
    else damaged: @autoclosure () -> StoreError
  ) throws -> [RunStep] {
    let statement = try database.cachedStatement(
      sql: """
        SELECT step.*, changes FROM step JOIN stepChanges USING (run, number)
          JOIN run ON run.id = step.run
        WHERE result IN ('running', 'failed') AND location = ? AND path = ? AND state = 1
        """
    )
    return try Row.fetchAll(statement, arguments: [location, "\(address.path)"])
      .map { try RunStep($0, else: damaged()) }
  }

  /// Returns the paths of a service's resources with unacknowledged steps in interrupted runs, and
  /// the sets that these runs loaded.
  static func unacknowledged(
    of location: String,
    in database: Database
  ) throws -> [TreePath: Set<String>] {
    let rows = try Row.fetchAll(
      database,
      sql: """
        SELECT path, sets FROM step JOIN run ON run.id = step.run
        WHERE result IN ('running', 'failed') AND location = ? AND state = 1
        """,
      arguments: [location]
    )
    return Dictionary(
      try rows.map { row in
        let sets = (try row.value("sets") as String).split(separator: ",").map(String.init)
        return (TreePath(parsing: try row.value("path") as String), Set(sets))
      },
      uniquingKeysWith: { $0.union($1) }
    )
  }

  /// Returns the state of a resource after the step.
  func made(of resource: Resource) -> Resource {
    self.resource(resource, with: newBlob) {
      ($0.old, $0.new)
    } inMap: {
      $0.adding($1)
    }
  }

  /// Returns the state of a resource before the step.
  func reverted(on resource: Resource) -> Resource {
    self.resource(resource, with: oldBlob) {
      ($0.new, $0.old)
    } inMap: {
      $0.removing($1)
    }
  }

  /// Returns a resource with the step's changes applied, from the first to the second of a change's
  /// sides.
  ///
  /// If the step creates a map where the resource already has one, only the created map's values
  /// change: `inMap` adds them to the resource's map, or removes them from it.
  private func resource(
    _ resource: Resource,
    with blob: BlobDigest?,
    _ sides: (StoredChange) -> (old: Tree?, new: Tree?),
    inMap: (_ held: Tree, _ created: Tree) -> Tree?
  ) -> Resource {
    let changes = changes.compactMap { change -> Change? in
      let (old, new) = sides(change)
      guard old != nil || new != nil, let place = address.path.relative(change.path) else {
        return nil
      }
      guard !place.isRoot, change.old == nil, let created = change.new, created.kind == .map,
        let held = resource.content[place], held.kind == .map
      else { return Change(path: place, old: old, new: new) }
      return Change(path: place, old: held, new: inMap(held, created))
    }
    // An object is replaced as a whole.
    let content =
      oldBlob == nil && newBlob == nil
      ? resource.content.applying(Changeset(changes: changes)) : changes.first?.new ?? .null
    return Resource(address, content, blob: blob)
  }

  /// Decodes a step; throws if the journal is damaged.
  fileprivate init(_ row: Row, else damaged: @autoclosure () -> StoreError) throws {
    let address = Address(
      service: try row.value("service"),
      path: TreePath(parsing: try row.value("path") as String)
    )
    guard let changes = StoredChange.decode(try row.bytes("changes")),
      let state = State(rawValue: try row.value("state"))
    else { throw damaged() }
    self.init(
      address: address,
      location: try row.value("location"),
      changes: changes,
      oldBlob: Self.blob(try row.value("oldSize"), try row.value("oldCRC32C")),
      newBlob: Self.blob(try row.value("newSize"), try row.value("newCRC32C")),
      bytes: try row.value("bytes"),
      state: state
    )
  }

  private static func blob(_ size: Int?, _ checksum: Int64?) -> BlobDigest? {
    guard let size, let checksum else { return nil }
    return BlobDigest(size: size, crc32c: UInt32(truncatingIfNeeded: checksum))
  }
}
