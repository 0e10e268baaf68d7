import GRDB
import TaneCore

/// Writes trees into one database as leaves, inside one transaction.
///
/// Numbers and text are SQLite's own; a boolean is a blob of one byte, which nothing else is.
struct LeafWriter {
  /// The byte of `true`; that of `false` is zero.
  static let trueByte: UInt8 = 1

  private static let falseBytes: [UInt8] = [0]
  private static let trueBytes: [UInt8] = [trueByte]
  private static let valueParameter: Int32 = 3
  private static let rowsBetweenChecks = 4096

  private let insertion: RawStatement
  private let subtreeRemoval: RawStatement
  private let leafRemoval: RawStatement
  private let databaseID: Int64
  private let now: () -> Int64
  private var path: [UInt8] = []
  private var writtenCount = 0
  /// The one time that all server timestamps of an update have.
  private var serverTimestamp: Int64?
  /// The path whose ancestors were cleared last.
  private var clearedPath: [UInt8] = []

  init(database: Database, databaseID: Int64, now: @escaping () -> Int64) throws {
    self.databaseID = databaseID
    self.now = now
    insertion = try RawStatement(
      "INSERT INTO leaf (database, path, value) VALUES (?, ?, ?)",
      in: database
    )
    subtreeRemoval = try RawStatement(
      "DELETE FROM leaf WHERE database = ? AND path >= ? AND path < ?",
      in: database
    )
    leafRemoval = try RawStatement(
      "DELETE FROM leaf WHERE database = ? AND path = ?",
      in: database
    )
    for statement in [insertion, subtreeRemoval, leafRemoval] {
      statement.bind(databaseID, to: 1)
    }
  }

  /// Replaces the node at a binary path and all that lies below it.
  ///
  /// Paths that come in order make the least work.
  mutating func replace(_ base: [UInt8], with value: Tree) throws {
    let range = LeafRange(subtreeOf: base)
    try subtreeRemoval.bindCopy(of: range.lower, to: 2)
    try subtreeRemoval.bindCopy(of: range.upper, to: 3)
    try subtreeRemoval.run()
    guard value.existsInRealtimeDatabase else { return }
    try clearAncestors(of: base)
    path = base
    try insert(value)
  }

  /// Removes the leaves that stand where the path needs containers.
  private mutating func clearAncestors(of base: [UInt8]) throws {
    let shared = zip(base, clearedPath).prefix { $0 == $1 }.count
    var start = 0
    while start < base.count {
      // What the path before shares with this one has been cleared with it.
      if start > shared || clearedPath.isEmpty {
        try leafRemoval.bindCopy(of: Array(base[..<start]), to: 2)
        try leafRemoval.run()
      }
      guard let end = base.withUnsafeBufferPointer({ PathEncoding.segmentEnd(in: $0, from: start) })
      else { break }
      start = end
    }
    clearedPath = base
  }

  private mutating func insert(_ node: Tree) throws {
    guard node.kind.isContainer else { return try insertLeaf(node) }
    let length = path.count
    let isList = node.kind == .list
    for (index, child) in node.children.enumerated() {
      if isList {
        PathEncoding.append(String(index), to: &path)
      } else {
        child.withKeyBytes { PathEncoding.append(utf8: $0, to: &path) }
      }
      try insert(child)
      path.removeSubrange(length...)
    }
  }

  private mutating func insertLeaf(_ node: Tree) throws {
    guard !node.isNull else { return }
    writtenCount += 1
    if writtenCount.isMultiple(of: Self.rowsBetweenChecks) { try Task.checkCancellation() }
    let timestamp = node.tag == .serverTimestamp ? resolvedServerTimestamp() : nil
    try path.withUnsafeBufferPointer { path in
      try insertion.bindBlob(path, to: 2)
      try node.withTextBytes { text in
        try Self.bind(node, text: text, serverTimestamp: timestamp, to: insertion)
        try insertion.run()
      }
    }
  }

  private mutating func resolvedServerTimestamp() -> Int64 {
    let timestamp = serverTimestamp ?? now()
    serverTimestamp = timestamp
    return timestamp
  }

  private static func bind(
    _ node: Tree,
    text: UnsafeBufferPointer<UInt8>,
    serverTimestamp: Int64?,
    to statement: RawStatement
  ) throws {
    if let integer = serverTimestamp ?? node.integer {
      statement.bind(integer, to: valueParameter)
    } else if let double = node.double {
      statement.bind(double, to: valueParameter)
    } else if let bool = node.bool {
      try statement.bindCopy(of: bool ? trueBytes : falseBytes, to: valueParameter)
    } else {
      try statement.bindText(text, to: valueParameter)
    }
  }
}
