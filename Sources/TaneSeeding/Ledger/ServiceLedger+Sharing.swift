import GRDB
import TaneCore

// Merges other machines' records of a service.
extension ServiceLedger {
  /// A record of this machine that is not shared yet.
  private struct UnsharedRecord {
    let path: TreePath
    let places: [TreePath]
    let content: Tree
    let blob: BlobDigest?
    let sets: [String]
  }

  /// Merges the records of other machines; unshared records of this machine take precedence.
  ///
  /// If `replaces` is true, records that the other machines lack are removed. Otherwise, such
  /// records were never shared, and are retained unless a record of the other machines overlaps
  /// them.
  func merge(_ theirs: [TreePath: SharedStateFile.Recorded], replacing replaces: Bool) throws {
    let mine = try unshared()
    try database.execute(sql: "DELETE FROM unshared WHERE service = ?", arguments: [number])
    var added: [Entry] = []
    for entry in try entries() where theirs[entry.path] == nil {
      let overlaps = containsTrees && theirs.keys.contains { $0.overlaps(entry.path) }
      if replaces || overlaps { try remove(entry) } else { added.append(entry) }
    }
    for (path, recorded) in theirs.sorted(by: { $0.key < $1.key }) {
      try put(
        Resource(address(path), recorded.content, blob: recorded.blob),
        RecordOrigin(run: nil, sets: recorded.sets)
      )
    }
    // Merged records are already shared.
    try database.execute(sql: "DELETE FROM unshared WHERE service = ?", arguments: [number])
    for entry in added { try markUnshared([entry.path], of: entry.path) }
    for resource in mine { try restore(resource) }
  }

  private func restore(_ mine: UnsharedRecord) throws {
    let origin = RecordOrigin(run: nil, sets: mine.sets)
    let last = try resource(at: mine.path)
    if mine.blob != nil || mine.places.contains(mine.path) {
      return try put(Resource(address(mine.path), mine.content, blob: mine.blob), origin)
    }
    let content = (last?.content ?? .null).restoring(
      mine.places.compactMap { mine.path.relative($0) },
      from: mine.content
    )
    guard content != last?.content else { return }
    try apply(
      Changeset(from: last?.content ?? .null, to: content).changes.map { change in
        Change(path: mine.path.appending(change.path), old: change.old, new: change.new)
      },
      to: mine.path,
      origin
    )
  }

  private func unshared() throws -> [UnsharedRecord] {
    let rows = try Row.fetchAll(
      database,
      sql: "SELECT resource, place FROM unshared WHERE service = ?",
      arguments: [number]
    ).map { row in
      (
        TreePath(parsing: try row.value("resource") as String),
        TreePath(parsing: try row.value("place") as String)
      )
    }
    return try Dictionary(grouping: rows, by: \.0).sorted { $0.key < $1.key }.map { path, rows in
      let entry = try entry(at: path)
      let resource = try resource(at: path)
      return UnsharedRecord(
        path: path,
        places: rows.map(\.1),
        content: resource?.content ?? .null,
        blob: resource?.blob,
        sets: entry?.setNames ?? []
      )
    }
  }

  /// Marks all records as not shared.
  func markAllUnshared() throws {
    for entry in try entries() { try markUnshared([entry.path], of: entry.path) }
  }

  /// Returns the number of the latest unshared change, or nil if everything is shared.
  func lastUnshared() throws -> Int64? {
    try Int64.fetchOne(
      database,
      sql: "SELECT max(id) FROM unshared WHERE service = ?",
      arguments: [number]
    )
  }

  /// Records that all changes up to a number are shared.
  func markShared(through note: Int64) throws {
    try database.execute(
      sql: "DELETE FROM unshared WHERE service = ? AND id <= ?",
      arguments: [number, note]
    )
  }
}

extension TreePath {
  /// Returns true if one of two paths lies at or below the other.
  fileprivate func overlaps(_ other: TreePath) -> Bool { contains(other) || other.contains(self) }
}
