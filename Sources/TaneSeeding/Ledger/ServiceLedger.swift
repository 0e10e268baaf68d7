import Foundation
import GRDB
import TaneCore

/// The origin of a record: the run, if any, and its loaded sets.
struct RecordOrigin {
  let run: Int64?
  let sets: [String]

  /// Returns the origin with additional sets.
  func joined(by others: Set<String>) -> RecordOrigin {
    RecordOrigin(run: run, sets: sets + others.subtracting(sets).sorted())
  }
}

/// The records of one service, within one transaction.
///
/// Content has a digest, so unchanged content is neither encoded nor read. Large content is stored
/// in pieces (`PieceList`). A few changes to it are stored as separate rows until it is recorded as
/// a whole again, which writes only the changed pieces.
final class ServiceLedger {
  /// A recorded resource.
  struct Entry {
    let id: Int64
    let path: TreePath
    let digest: Data?
    let blob: BlobDigest?
    /// The names of the sets that described the resource, separated by commas.
    let sets: String

    var setNames: [String] { sets.split(separator: ",").map(String.init) }
  }

  /// The minimum size of large content, in bytes.
  private static let largeSize = 64 * 1024
  /// The maximum number of separate edits of large content.
  private static let maximumEdits = 1000

  let number: Int64
  private let service: String
  let containsTrees: Bool
  /// The keys of Boolean values that are false in a created resource by default.
  private let flags: [String]
  let isShared: Bool
  let database: Database
  let damaged: StoreError
  let contents: LedgerContentCache

  init(
    of service: String,
    number: Int64,
    containsTrees: Bool,
    flags: [String],
    isShared: Bool,
    in database: Database,
    remembering contents: LedgerContentCache,
    damaged: StoreError
  ) {
    self.service = service
    self.number = number
    self.containsTrees = containsTrees
    self.flags = flags
    self.isShared = isShared
    self.database = database
    self.contents = contents
    self.damaged = damaged
  }

  // MARK: Reading

  /// Returns all entries, ordered by their paths as strings.
  func entries() throws -> [Entry] {
    try Row.fetchAll(
      database,
      sql: "SELECT * FROM recorded WHERE service = ? ORDER BY path",
      arguments: [number]
    ).map { try Entry($0) }
  }

  /// Returns the record of a resource, from its own entry or, for a tree, from the entries of nodes
  /// above or below it.
  ///
  /// Large content shares the memory of `other` if both trees are similar.
  func resource(at path: TreePath, beside other: Tree? = nil) throws -> Resource? {
    guard let entry = try entry(at: path), let below = entry.path.relative(path) else {
      return try content(below: path).map { Resource(address(path), $0) }
    }
    let isShared = below.isRoot && other?.isDivided == true
    let content = try content(
      of: entry,
      beside: isShared ? other.map { ($0, contents.digests.digest(of: $0)) } : nil
    )
    return Resource(
      address(path),
      below.isRoot ? content : content[below] ?? .null,
      blob: entry.blob
    )
  }

  /// Returns the records of nodes below a path as one tree, or nil if there are none.
  private func content(below path: TreePath) throws -> Tree? {
    let entries = try entries(below: path)
    guard !entries.isEmpty else { return nil }
    var assembly = TreeAssembly()
    for entry in entries {
      if let below = path.relative(entry.path) {
        _ = assembly.add(try content(of: entry), at: below)
      }
    }
    return assembly.assembled()
  }

  /// Returns the names of the sets recorded for a resource or, if it has no entry, for nodes below
  /// it.
  func sets(at path: TreePath) throws -> Set<String> { try sets(of: entry(at: path), at: path) }

  private func sets(of entry: Entry?, at path: TreePath) throws -> Set<String> {
    let entries = try entry.map { [$0] } ?? entries(below: path)
    return Set(entries.flatMap(\.setNames))
  }

  /// Returns the entries of nodes below a path.
  private func entries(below path: TreePath) throws -> [Entry] {
    guard containsTrees else { return [] }
    let (first, end) = Self.range(below: path)
    return try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM recorded WHERE service = ? AND path > ? AND path < ?"
      ),
      arguments: [number, first, end]
    ).map { try Entry($0) }
  }

  /// Returns the bounds of all paths below a path as strings, in SQLite's order.
  private static func range(below path: TreePath) -> (first: String, end: String) {
    let prefix = path.isRoot ? "" : "\(path)"
    // In ASCII, the digit 0 directly follows the slash.
    return ("\(prefix)/", "\(prefix)0")
  }

  /// Returns the entry of a resource or, for a tree, of its nearest ancestor with an entry, or nil
  /// if there is neither.
  func entry(at path: TreePath) throws -> Entry? {
    var path = path
    while true {
      let row = try Row.fetchOne(
        database.cachedStatement(sql: "SELECT * FROM recorded WHERE service = ? AND path = ?"),
        arguments: [number, "\(path)"]
      )
      if let row { return try Entry(row) }
      guard containsTrees, !path.isRoot else { return nil }
      path = path.parent
    }
  }

  /// Returns the content of an entry, including its separate edits.
  ///
  /// If `other` is a similar tree, the content shares its memory, and only the differing pieces are
  /// read.
  func content(of entry: Entry, beside other: (tree: Tree, digest: TreeDigest)? = nil) throws
    -> Tree
  {
    var kept = try contents.entry(of: entry.id) ?? base(of: entry, beside: other)
    if let content = kept.content { return content }
    let content = kept.base.setting(try edits(of: entry))
    kept.content = content
    contents.remember(kept, of: entry.id)
    return content
  }

  private func base(
    of entry: Entry,
    beside other: (tree: Tree, digest: TreeDigest)?
  ) throws -> LedgerContentCache.Entry {
    guard let list = try pieces(of: entry) else {
      return LedgerContentCache.Entry(base: try whole(of: entry), isShared: false)
    }
    if let other, let base = try content(of: entry, madeOf: list, beside: other) {
      return LedgerContentCache.Entry(base: base, isShared: true)
    }
    return LedgerContentCache.Entry(base: try content(of: entry, madeOf: list), isShared: false)
  }

  /// Returns the content of an entry that is stored as a whole.
  private func whole(of entry: Entry) throws -> Tree {
    let bytes = try Data.fetchOne(
      database.cachedStatement(sql: "SELECT content FROM content WHERE resource = ?"),
      arguments: [entry.id]
    )
    guard let bytes, let content = StoredTree.decode(Array(bytes)) else { throw damaged }
    return content
  }

  /// Returns the separate edits of an entry's content.
  func edits(of entry: Entry) throws -> [(path: TreePath, value: Tree?)] {
    try Row.fetchAll(
      database.cachedStatement(sql: "SELECT path, content FROM edit WHERE resource = ?"),
      arguments: [entry.id]
    ).map { row in
      let bytes: Data? = try row.value("content")
      let value = bytes.flatMap { StoredTree.decode(Array($0)) }
      guard (bytes == nil) == (value == nil) else { throw damaged }
      return (TreePath(parsing: try row.value("path") as String), value)
    }
  }

  /// Returns the content of a resource that Tane created, with all of its flags, so that a flag
  /// that is set manually later counts as an edit.
  func created(_ content: Tree?) -> Tree? {
    content.map { $0.adding(flags.filter { key in content?[key] == nil }) }
  }

  /// Returns the content with the flags that were recorded when the resource was created.
  func keepingFlags(_ content: Tree, at path: TreePath) throws -> Tree {
    guard !flags.isEmpty, let last = try resource(at: path)?.content else { return content }
    return content.adding(flags.filter { content[$0] == nil && last[$0]?.bool == false })
  }

  // MARK: Writing

  /// Records a resource as a whole.
  func put(_ resource: Resource, _ origin: RecordOrigin) throws {
    let path = resource.address.path
    guard let entry = try entry(at: path) else {
      return resource.exists ? try write(resource, origin, over: nil) : ()
    }
    guard entry.path == path else {
      // The resource is part of a node above it, and recorded with that node.
      let last = try self.resource(at: path)?.content ?? .null
      guard last != resource.content else { return }
      let change = Change(
        path: path,
        old: last.isNull ? nil : last,
        new: resource.content.isNull ? nil : resource.content
      )
      return try apply([change], to: path, origin)
    }
    guard resource.exists else { return try remove(entry) }
    let digest = contents.digests.digest(of: resource.content)
    let bytes = Data(digest.bytes)
    let isSame =
      try entry.blob == resource.blob
      && (entry.digest == bytes
        || entry.digest == nil && isContent((resource.content, digest), of: entry))
    guard isSame else { return try write(resource, origin, over: entry) }
    if entry.digest != bytes, digest.isDivided {
      try writeContent(resource.content, digest, of: entry.id)
    }
    try note(bytes, origin, of: entry)
  }

  /// Updates the digest and the sets of content that is already recorded.
  private func note(_ digest: Data, _ origin: RecordOrigin, of entry: Entry) throws {
    let sets = origin.sets.joined(separator: ",")
    guard entry.digest != digest || entry.sets != sets else { return }
    if entry.sets != sets { try markUnshared([entry.path], of: entry.path) }
    try database.cachedStatement(sql: "UPDATE recorded SET digest = ?, sets = ? WHERE id = ?")
      .execute(arguments: [digest, sets, entry.id])
  }

  /// Records changes to a resource; their paths are relative to the service's root.
  func apply(_ changes: [Change], to path: TreePath, _ origin: RecordOrigin) throws {
    let entry = try entry(at: path)
    let root = entry?.path ?? path
    let origin = origin.joined(by: try sets(of: entry, at: path))
    let below = changes.compactMap { $0.relative(to: root) }
    if let entry, try edit(entry, below, origin) { return }
    let before = try entry.map { try content(of: $0) } ?? content(below: path) ?? .null
    let resource = Resource(address(root), before.applying(Changeset(changes: below)))
    if resource.exists {
      try write(resource, origin, over: entry, changing: changes.map(\.path))
    } else if let entry {
      try remove(entry)
    }
  }

  /// Stores a few changes separately instead of rewriting large content; returns false if the
  /// content must be rewritten.
  private func edit(_ entry: Entry, _ changes: [Change], _ origin: RecordOrigin) throws -> Bool {
    // The size of content in pieces is estimated from the list of pieces, since measuring it would
    // read all pieces. A piece of about 16 KiB is listed with a digest of 66 bytes.
    let size = try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT coalesce(
            (SELECT length(content) FROM content WHERE resource = ?1),
            (SELECT length(pieces) * 256 FROM cut WHERE resource = ?1))
          """
      ),
      arguments: [entry.id]
    )
    guard let size, size >= Self.largeSize, changes.count < Self.maximumEdits else { return false }
    let edits = try edits(of: entry)
    let paths = changes.map(\.path)
    let isCovered = edits.contains { edit in
      paths.contains { edit.path.contains($0) && edit.path != $0 }
    }
    guard !isCovered, !paths.contains(.root), edits.count + paths.count <= Self.maximumEdits
    else { return false }
    let values = changes.map { change in
      (change.path, change.new.map { StoredTree.encode($0) })
    }
    guard values.reduce(0, { $0 + ($1.1?.count ?? 0) }) < size / 4 else { return false }
    try markUnshared(paths.map { entry.path.appending($0) }, of: entry.path)
    for edit in edits where paths.contains(where: { $0.contains(edit.path) }) {
      try database.execute(
        sql: "DELETE FROM edit WHERE resource = ? AND path = ?",
        arguments: [entry.id, "\(edit.path)"]
      )
    }
    for (path, value) in values {
      try database.execute(
        sql: "INSERT INTO edit (resource, path, content) VALUES (?, ?, ?)",
        arguments: [entry.id, "\(path)", value]
      )
    }
    try database.execute(
      sql: "UPDATE recorded SET digest = NULL, sets = ?, run = ? WHERE id = ?",
      arguments: [origin.sets.joined(separator: ","), origin.run, entry.id]
    )
    contents.invalidateContent(of: entry.id)
    return true
  }

  /// Writes the record of a resource, replacing its previous entry if there is one.
  private func write(
    _ resource: Resource,
    _ origin: RecordOrigin,
    over previous: Entry?,
    changing places: [TreePath]? = nil
  ) throws {
    let path = resource.address.path
    try markUnshared(places ?? [path], of: path)
    try removeEntries(below: path)
    let digest = contents.digests.digest(of: resource.content)
    try database.cachedStatement(
      sql: """
        INSERT INTO recorded (service, path, digest, size, crc32c, sets, run) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (service, path) DO UPDATE SET digest = excluded.digest, size = excluded.size,
          crc32c = excluded.crc32c, sets = excluded.sets, run = excluded.run
        """
    ).execute(arguments: [
      number, "\(path)", Data(digest.bytes),
      resource.blob?.size, resource.blob.map { Int64($0.crc32c) },
      origin.sets.joined(separator: ","), origin.run,
    ])
    let id = previous?.id ?? database.lastInsertedRowID
    try writeContent(resource.content, digest, of: id, isNew: previous == nil)
  }

  /// Replaces the recorded content of a resource, including its separate edits.
  private func writeContent(
    _ content: Tree,
    _ digest: TreeDigest,
    of id: Int64,
    isNew: Bool = false
  ) throws {
    contents.forget(id)
    if digest.isDivided {
      try writePieces(digest, of: id)
    } else {
      try StoredTree.sealed(content).insert(
        into: "content",
        statement: "INSERT OR REPLACE",
        values: ["resource": id],
        column: "content",
        after: Data(digest.bytes),
        in: database
      )
    }
    if isNew { return }
    for table in (digest.isDivided ? ["content"] : ["cut", "piece"]) + ["edit"] {
      try database.cachedStatement(sql: "DELETE FROM \(table) WHERE resource = ?")
        .execute(arguments: [id])
    }
  }

  /// Removes the record of a resource.
  func remove(_ entry: Entry) throws {
    try markUnshared([entry.path], of: entry.path)
    contents.forget()
    try removeEntries(below: entry.path)
    try database.cachedStatement(sql: "DELETE FROM recorded WHERE id = ?")
      .execute(arguments: [entry.id])
  }

  /// Removes the entries of nodes below a path, which are now part of the entry at the path.
  private func removeEntries(below path: TreePath) throws {
    guard containsTrees else { return }
    let (first, end) = Self.range(below: path)
    try database.cachedStatement(
      sql: "DELETE FROM recorded WHERE service = ? AND path > ? AND path < ?"
    ).execute(arguments: [number, first, end])
    if database.changesCount > 0 { contents.forget() }
  }

  func address(_ path: TreePath) -> Address { Address(service: service, path: path) }
}

extension Tree {
  /// Returns the tree with values replaced at the given paths, or removed if the new value is nil.
  func setting(_ edits: [(path: TreePath, value: Tree?)]) -> Tree {
    let changes = edits.sorted { $0.path < $1.path }.compactMap { path, value -> Change? in
      let old = self[path]
      return old == nil && value == nil ? nil : Change(path: path, old: old, new: value)
    }
    return applying(Changeset(changes: changes))
  }
}

extension ServiceLedger.Entry {
  fileprivate init(_ row: Row) throws {
    self.init(
      id: try row.value("id"),
      path: TreePath(parsing: try row.value("path") as String),
      digest: try row.value("digest"),
      blob: try (row.value("size") as Int?).map {
        BlobDigest(size: $0, crc32c: UInt32(truncatingIfNeeded: try row.value("crc32c") as Int64))
      },
      sets: try row.value("sets")
    )
  }
}

extension Tree {
  /// Returns the map with additional entries whose value is false.
  fileprivate func adding(_ flags: [String]) -> Tree {
    guard kind == .map, !flags.isEmpty else { return self }
    return Tree(.map(children.map { ($0.key ?? "", .tree($0)) } + flags.map { ($0, false) }))
  }
}
