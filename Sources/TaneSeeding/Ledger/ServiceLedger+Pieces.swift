import GRDB
import TaneCore

import struct Foundation.Data

// Large content is stored in pieces, so a small change reads and writes only a few of them.
extension ServiceLedger {
  /// Returns the list of an entry's pieces, or nil if the content is stored as a whole.
  func pieces(of entry: Entry) throws -> PieceList? {
    let bytes = try Data.fetchOne(
      database.cachedStatement(sql: "SELECT pieces FROM cut WHERE resource = ?"),
      arguments: [entry.id]
    )
    guard let bytes else { return nil }
    guard let list = StoredTree.decode(Array(bytes)).flatMap({ PieceList($0) }) else {
      throw damaged
    }
    return list
  }

  /// Writes the new pieces of a resource's content, and removes the obsolete ones.
  func writePieces(_ digest: TreeDigest, of id: Int64) throws {
    let sql = "SELECT digest FROM piece WHERE resource = ?"
    var missing = try Set(String.fetchAll(database, sql: sql, arguments: [id]))
    let known = missing
    for (map, listed) in zip(digest.maps, digest.pieces.maps) {
      for (entries, name) in zip(map.pieces, listed.digests) {
        missing.remove(name)
        guard !known.contains(name) else { continue }
        try database.cachedStatement(sql: "INSERT OR REPLACE INTO piece VALUES (?, ?, ?)")
          .execute(arguments: [id, name, SealedBytes.data(ofEntries: entries, of: map.map)])
      }
    }
    for name in missing {
      try database.cachedStatement(sql: "DELETE FROM piece WHERE resource = ? AND digest = ?")
        .execute(arguments: [id, name])
    }
    try database.cachedStatement(sql: "INSERT OR REPLACE INTO cut VALUES (?, ?)")
      .execute(arguments: [id, StoredTree.encode(digest.pieces.tree)])
  }

  /// Returns the content assembled from pieces.
  func content(of entry: Entry, madeOf pieces: PieceList) throws -> Tree {
    let names = Dictionary(grouping: pieces.maps.dropFirst(), by: \.path.parent)
    let maps = Dictionary(pieces.maps.map { ($0.path, $0.digests) }) { first, _ in first }
    var builder = TreeBuilder()
    func append(_ path: TreePath) throws {
      builder.beginMap()
      for digest in maps[path] ?? [] {
        for child in try piece(digest, of: entry).children {
          builder.setKey(of: child)
          builder.append(child)
        }
      }
      for map in names[path] ?? [] {
        builder.setKey(map.path.components[path.components.count])
        try append(map.path)
      }
      builder.endContainer()
    }
    try append(.root)
    return builder.finish()
  }

  /// Returns the content assembled from pieces, sharing the memory of another tree's equal pieces,
  /// or nil if few pieces are equal.
  func content(
    of entry: Entry,
    madeOf pieces: PieceList,
    beside other: (tree: Tree, digest: TreeDigest)
  ) throws -> Tree? {
    guard pieces.isSimilar(to: other.digest.pieces) else { return nil }
    return try values(of: entry, madeOf: pieces, besides: other).map { values in
      other.tree.setting(values.map { ($0, $1) })
    }
  }

  /// Returns true if an entry's content, with its separate edits, equals a tree.
  func isContent(_ other: (tree: Tree, digest: TreeDigest), of entry: Entry) throws -> Bool {
    guard let pieces = try pieces(of: entry),
      let values = try values(of: entry, madeOf: pieces, besides: other)
    else { return try content(of: entry) == other.tree }
    var changed = values
    for edit in try edits(of: entry) {
      guard let place = edit.path.first(where: values.keys.contains),
        let below = place.relative(edit.path)
      else {
        // The edit replaces everything below its path, and changes nothing elsewhere.
        guard other.tree[edit.path] == edit.value else { return false }
        for place in values.keys where edit.path.contains(place) { changed[place] = nil }
        continue
      }
      let value = (changed[place] ?? nil) ?? .null
      let edited = value.setting([(below, edit.value)])
      changed[place] = .some(edited.isNull ? nil : edited)
    }
    return changed.allSatisfy { other.tree[$0] == $1 }
  }

  /// Returns the values in which an entry's large maps differ from another tree; values that only
  /// the other tree has are nil.
  ///
  /// Returns nil if the trees have different large maps.
  ///
  /// Only pieces that differ are read.
  private func values(
    of entry: Entry,
    madeOf pieces: PieceList,
    besides other: (tree: Tree, digest: TreeDigest)
  ) throws -> [TreePath: Tree?]? {
    guard pieces.maps.map(\.path) == other.digest.pieces.maps.map(\.path) else { return nil }
    if let known = contents.values(of: entry.id, besides: other.digest) { return known }
    var values: [TreePath: Tree?] = [:]
    for (index, map) in other.digest.maps.enumerated() {
      let (ours, theirs) = (pieces.maps[index].digests, other.digest.pieces.maps[index].digests)
      let same = Set(ours).intersection(theirs)
      var gone: Set<String> = []
      for (entries, name) in zip(map.pieces, theirs) where !same.contains(name) {
        gone.formUnion(map.map.children[entries].lazy.map { $0.key ?? "" })
      }
      for name in ours where !same.contains(name) {
        for child in try piece(name, of: entry).children {
          let key = child.key ?? ""
          gone.remove(key)
          if map.map[key] != child { values[map.path.appending(key)] = child }
        }
      }
      for key in gone { values[map.path.appending(key)] = .some(nil) }
    }
    contents.remember(values, of: entry.id, besides: other.digest)
    return values
  }

  /// Returns the content of an entry, or nil if the content is not stored in pieces, or contains
  /// values that the service replaces on writing, such as server timestamps.
  ///
  /// If `isLocal` is true, also returns nil if the other tree shares few pieces with the content:
  /// reading a local service then costs less than reading the content.
  func heldContent(
    of entry: Entry,
    beside other: (tree: Tree, digest: TreeDigest),
    isLocal: Bool
  ) throws -> Tree? {
    guard let pieces = try pieces(of: entry),
      !isLocal || pieces.isSimilar(to: other.digest.pieces)
    else { return nil }
    let content = try self.content(of: entry, beside: other)
    return content.containsTags ? nil : content
  }

  /// Returns a piece as a map with the piece's entries.
  private func piece(_ digest: String, of entry: Entry) throws -> Tree {
    let bytes = try Data.fetchOne(
      database.cachedStatement(sql: "SELECT content FROM piece WHERE resource = ? AND digest = ?"),
      arguments: [entry.id, digest]
    ).map { Array($0) }
    guard let bytes,
      TreeDigest.hexadecimal(bytes.dropFirst().prefix(digest.utf8.count / 2)) == digest,
      let piece = StoredTree.decode(bytes)
    else { throw damaged }
    return piece
  }
}

extension TreePath {
  /// Returns the first path that satisfies a predicate, from the path itself upward.
  fileprivate func first(where isSo: (TreePath) -> Bool) -> TreePath? {
    var path = self
    while !isSo(path) {
      guard !path.isRoot else { return nil }
      path = path.parent
    }
    return path
  }
}
