import GRDB
import TaneCore

/// A writer that stores trees as leaves of one database, in one transaction.
///
/// Numbers and strings are native SQLite values; a Boolean is a blob of one byte, and no other
/// value is a blob.
struct LeafWriter {
  /// The byte for `true`; the byte for `false` is zero.
  static let trueByte: UInt8 = 1

  private static let falseBytes: [UInt8] = [0]
  private static let trueBytes: [UInt8] = [trueByte]
  private static let rowsBetweenChecks = 4096
  /// The number of rows that one statement inserts.
  ///
  /// Inserting many rows with one statement takes half the time of separate statements, since
  /// SQLite finds each row's position next to that of the previous row.
  private static let bulkRowCount = 32

  /// A leaf to be inserted; its ranges refer to `bytes`.
  private struct Row {
    enum Value {
      case integer(Int64)
      case double(Double)
      case bool(Bool)
      case text(Range<Int>)
    }

    let path: Range<Int>
    let value: Value
  }

  private let insertion: RawStatement
  private let database: Database
  /// The statement that inserts many rows at once, prepared on first use.
  private var bulkInsertion: RawStatement?
  private let subtreeRemoval: RawStatement
  private let leafRemoval: RawStatement
  private let databaseID: Int64
  private let now: () -> Int64
  private var path: [UInt8] = []
  private var rows: [Row] = []
  private var bytes: [UInt8] = []
  private var writtenCount = 0
  /// The time for all server timestamps in an update, set on first use.
  private var serverTimestamp: Int64?
  /// The last path whose ancestors were cleared.
  private var clearedPath: [UInt8] = []

  init(database: Database, databaseID: Int64, now: @escaping () -> Int64) throws {
    self.databaseID = databaseID
    self.now = now
    self.database = database
    insertion = try Self.insertion(ofRows: 1, in: database)
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

  private static func insertion(ofRows count: Int, in database: Database) throws -> RawStatement {
    let rows = (0..<count).map { "(?1, ?\(2 * $0 + 2), ?\(2 * $0 + 3))" }
    return try RawStatement(
      "INSERT INTO leaf (database, path, value) VALUES \(rows.joined(separator: ", "))",
      in: database
    )
  }

  /// Replaces the node at a binary path, including its descendants, with a value.
  ///
  /// Replacing nodes in the order of their paths costs the least.
  mutating func replace(_ base: [UInt8], with value: Tree) throws {
    let range = LeafRange(subtreeOf: base)
    try subtreeRemoval.bindCopy(of: range.lower, to: 2)
    try subtreeRemoval.bindCopy(of: range.upper, to: 3)
    try subtreeRemoval.run()
    guard value.existsInRealtimeDatabase else { return }
    try clearAncestors(of: base)
    path = base
    try insert(value)
    try insertRows()
  }

  /// Removes the leaves at ancestors of a path, because the ancestors must be containers.
  private mutating func clearAncestors(of base: [UInt8]) throws {
    let shared = zip(base, clearedPath).prefix { $0 == $1 }.count
    var start = 0
    while start < base.count {
      // The ancestors that this path shares with the previous one are already cleared.
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
    if writtenCount.isMultiple(of: Self.rowsBetweenChecks) {
      WorkCounter.add(Self.rowsBetweenChecks, .values)
      try Task.checkCancellation()
    }
    rows.append(Row(path: append(path), value: value(of: node)))
    if rows.count == Self.bulkRowCount { try insertRows() }
  }

  private mutating func value(of node: Tree) -> Row.Value {
    let timestamp = node.tag == .serverTimestamp ? resolvedServerTimestamp() : nil
    if let integer = timestamp ?? node.integer { return .integer(integer) }
    if let double = node.double { return .double(double) }
    if let bool = node.bool { return .bool(bool) }
    let start = bytes.count
    node.withTextBytes { bytes.append(contentsOf: $0) }
    return .text(start..<bytes.count)
  }

  private mutating func append(_ path: [UInt8]) -> Range<Int> {
    let start = bytes.count
    bytes += path
    return start..<bytes.count
  }

  /// Inserts the pending leaves.
  private mutating func insertRows() throws {
    let many = rows.count == Self.bulkRowCount ? try multiRowInsertion() : nil
    try bytes.withUnsafeBufferPointer { bytes in
      for (index, row) in rows.enumerated() {
        try Self.bind(row, in: bytes, to: many ?? insertion, at: many == nil ? 0 : index)
        if many == nil { try insertion.run() }
      }
      try many?.run()
    }
    rows.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func multiRowInsertion() throws -> RawStatement {
    if let bulkInsertion { return bulkInsertion }
    let statement = try Self.insertion(ofRows: Self.bulkRowCount, in: database)
    statement.bind(databaseID, to: 1)
    bulkInsertion = statement
    return statement
  }

  private mutating func resolvedServerTimestamp() -> Int64 {
    let timestamp = serverTimestamp ?? now()
    serverTimestamp = timestamp
    return timestamp
  }

  private static func bind(
    _ row: Row,
    in bytes: UnsafeBufferPointer<UInt8>,
    to statement: RawStatement,
    at index: Int
  ) throws {
    let (path, value) = (Int32(2 * index + 2), Int32(2 * index + 3))
    try statement.bindBlob(UnsafeBufferPointer(rebasing: bytes[row.path]), to: path)
    switch row.value {
    case .integer(let integer): statement.bind(integer, to: value)
    case .double(let double): statement.bind(double, to: value)
    case .bool(let bool): try statement.bindCopy(of: bool ? trueBytes : falseBytes, to: value)
    case .text(let range):
      try statement.bindText(UnsafeBufferPointer(rebasing: bytes[range]), to: value)
    }
  }
}
