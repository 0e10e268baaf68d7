import GRDB
import TaneCore

// Merges other machines' records of a service.
extension ServiceLedger {
  /// A record of this machine that is not shared yet.
  private struct UnsharedRecord {
    let path: TreePath
    /// The paths that changed, with their last shared versions, if known.
    let places: [(path: TreePath, version: String?)]
    let content: Tree
    let blob: BlobDigest?
    let sets: [String]
  }

  /// Merges the records of other machines; unshared records of this machine take precedence.
  ///
  /// If `isLater` is true, the other machines may have run since this machine recorded them. Their
  /// records then take precedence where they have changed since this machine last read them. If
  /// `replaces` is true, records that the other machines lack are removed. Otherwise, such
  /// records were never shared, and are retained unless a record of the other machines overlaps
  /// them.
  func merge(
    _ theirs: [TreePath: SharedStateFile.Recorded],
    replacing replaces: Bool,
    isLater: Bool
  ) throws {
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
    for entry in added { try markNeverShared(entry) }
    for resource in mine { try restore(resource, isLater: isLater) }
  }

  private func restore(_ mine: UnsharedRecord, isLater: Bool) throws {
    let origin = RecordOrigin(run: nil, sets: mine.sets)
    let last = try resource(at: mine.path)
    let changed = mine.places.filter { place, version in
      isLater && version != nil && version != Self.version(of: last, at: place, in: mine.path)
    }
    let lost = Set(changed.map(\.path))
    let places = mine.places.map(\.path)
      .filter { !$0.selfAndAncestors.contains(where: lost.contains) }
    guard !places.isEmpty else { return }
    if mine.blob != nil || places.contains(mine.path) {
      return try put(Resource(address(mine.path), mine.content, blob: mine.blob), origin)
    }
    let content = (last?.content ?? .null).restoring(
      places.compactMap { mine.path.relative($0) },
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
      sql: "SELECT resource, place, version FROM unshared WHERE service = ?",
      arguments: [number]
    ).map { row in
      (
        resource: TreePath(parsing: try row.value("resource") as String),
        path: TreePath(parsing: try row.value("place") as String),
        version: try row.value("version") as String?
      )
    }
    return try Dictionary(grouping: rows, by: \.resource).sorted { $0.key < $1.key }.map {
      path,
      rows in
      let entry = try entry(at: path)
      let resource = try resource(at: path)
      return UnsharedRecord(
        path: path,
        places: rows.map { ($0.path, $0.version) },
        content: resource?.content ?? .null,
        blob: resource?.blob,
        sets: entry?.setNames ?? []
      )
    }
  }

  /// Marks all records as never shared.
  func markAllUnshared() throws {
    for entry in try entries() { try markNeverShared(entry) }
  }

  private func markNeverShared(_ entry: Entry) throws {
    try markUnshared([(entry.path, Self.absentVersion)], of: entry.path)
  }

  /// Marks records that are about to change as not shared, with their last shared versions.
  func markUnshared(_ places: [TreePath], of resource: TreePath) throws {
    guard isShared else { return }
    let marked = try String.fetchAll(
      database.cachedStatement(
        sql: "SELECT place FROM unshared WHERE service = ? AND resource = ?"
      ),
      arguments: [number, "\(resource)"]
    ).map { TreePath(parsing: $0) }
    let (known, above) = (Set(marked), Set(marked.flatMap(\.selfAndAncestors)))
    let last = try self.resource(at: resource)
    try markUnshared(
      places.map { place in
        // If an overlapping record is already marked, the current version was never shared.
        let isMarked =
          above.contains(place) || place.selfAndAncestors.contains(where: known.contains)
        return (place, isMarked ? nil : Self.version(of: last, at: place, in: resource))
      },
      of: resource
    )
  }

  private func markUnshared(
    _ places: [(path: TreePath, version: String?)],
    of resource: TreePath
  ) throws {
    guard isShared else { return }
    // A new number shows that the record has changed again.
    let statement = try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO unshared (service, resource, place, version) VALUES (?1, ?2, ?3,
          coalesce(?4, (SELECT version FROM unshared WHERE service = ?1 AND resource = ?2 AND place = ?3)))
        """
    )
    for (place, version) in places {
      try statement.execute(arguments: [number, "\(resource)", "\(place)", version])
    }
  }

  private static let absentVersion = ""

  /// Returns the version of a record at a path of a resource, which equals that of equal records.
  private static func version(
    of record: Resource?,
    at place: TreePath,
    in resource: TreePath
  ) -> String {
    let value = resource.relative(place).flatMap { record?.content.value(at: $0) } ?? .null
    guard !value.isNull || record?.blob != nil else { return absentVersion }
    let bytes = record?.blob.map { " \($0.size) \($0.crc32c)" } ?? ""
    return TreeDigest(of: value).text + bytes
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

  /// The path and the paths above it.
  fileprivate var selfAndAncestors: some Sequence<TreePath> {
    sequence(first: self) { $0.isRoot ? nil : $0.parent }
  }
}
