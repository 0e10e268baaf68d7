import GRDB
import TaneCore

/// A reader of trees and keys from the leaves of one database.
struct LeafReader {
  private let database: Database
  private let databaseID: Int64
  private let service: String
  /// The statement that reads all leaves in a range.
  private let scan: RawStatement

  private static let rowsBetweenChecks = 4096

  init?(of name: String, in database: Database, service: String) throws {
    guard let id = try database.number(of: name, in: "database") else { return nil }
    try self.init(database: database, databaseID: id, service: service)
  }

  init(database: Database, databaseID: Int64, service: String) throws {
    self.database = database
    self.databaseID = databaseID
    self.service = service
    scan = try RawStatement(
      """
      SELECT path, value FROM leaf WHERE database = ? AND path >= ? AND path < ? ORDER BY path
      """,
      in: database
    )
  }

  /// Returns the tree of the leaves in a range, relative to the base of the range.
  func tree(in range: LeafRange) throws -> Tree {
    try withScan(of: range) { scan in
      var assembler = LeafAssembler(baseLength: range.base.count)
      var count = 0
      while try scan.step() {
        guard assembler.add(path: scan.bytes(0), valueOf: scan, column: 1)
        else { throw StoreError.damaged(service, at: PathEncoding.decode(Array(scan.bytes(0)))) }
        count += 1
        if count.isMultiple(of: Self.rowsBetweenChecks) {
          WorkCounter.add(Self.rowsBetweenChecks, .values)
          try Task.checkCancellation()
        }
      }
      WorkCounter.add(count % Self.rowsBetweenChecks, .values)
      return assembler.finish()
    }
  }

  /// Calls `body` with a statement whose rows are the path and value of each leaf in a range, in
  /// path order.
  func withScan<Result>(
    of range: LeafRange,
    _ body: (RawStatement) throws -> Result
  ) throws -> Result {
    try bind(range, to: scan)
    defer { scan.reset() }
    return try body(scan)
  }

  /// Returns up to `limit` keys of children in a range, as segments of binary paths, in key order
  /// or in reverse order.
  ///
  /// Each query skips the previous child's descendants, so they are not read.
  func segments(
    in range: LeafRange,
    limit: Int = .max,
    backwards: Bool = false
  ) throws -> [[UInt8]] {
    let statement = try RawStatement(
      """
      SELECT path FROM leaf WHERE database = ? AND path >= ? AND path < ?
      ORDER BY path \(backwards ? "DESC" : "ASC") LIMIT 1
      """,
      in: database
    )
    var range = range
    var segments: [[UInt8]] = []
    while segments.count < limit {
      try bind(range, to: statement)
      guard try statement.step() else { break }
      let segment = try firstSegment(of: statement.bytes(0), after: range.base.count)
      statement.reset()
      // Rows may be out of order in a damaged file.
      guard segments.last != segment else { throw StoreError.damaged(service) }
      segments.append(segment)
      if backwards {
        range.upper = range.base + segment
      } else {
        range.lower = range.base + segment + [PathEncoding.pastSubtree]
      }
      if segments.count.isMultiple(of: Self.rowsBetweenChecks) { try Task.checkCancellation() }
    }
    return segments
  }

  private func bind(_ range: LeafRange, to statement: RawStatement) throws {
    statement.bind(databaseID, to: 1)
    try statement.bindCopy(of: range.lower, to: 2)
    try statement.bindCopy(of: range.upper, to: 3)
  }

  private func firstSegment(
    of path: UnsafeBufferPointer<UInt8>,
    after start: Int
  ) throws -> [UInt8] {
    guard start <= path.count, let end = PathEncoding.segmentEnd(in: path, from: start)
    else { throw StoreError.damaged(service) }
    return Array(path[start..<end])
  }
}
