import GRDBSQLite

extension PlainTable {
  /// Inserts all leaves into a new file in one transaction; the time does not include generating
  /// them.
  static func insertionTime(of records: SampleRecords, into file: String) throws -> Stopwatch {
    var stopwatch = Stopwatch()
    let (table, insertion) = try stopwatch.time {
      let table = try PlainTable(file: file)
      try table.execute("CREATE TABLE leaf (path TEXT PRIMARY KEY, value) WITHOUT ROWID; BEGIN")
      return (table, try table.prepare("INSERT INTO leaf (path, value) VALUES (?, ?)"))
    }
    try forEachBatch(of: records) { batch in
      try stopwatch.time { try table.insert(batch, with: insertion) }
    }
    try stopwatch.time {
      try table.execute("COMMIT")
      try table.check(sqlite3_finalize(insertion))
      try table.close()
    }
    return stopwatch
  }

  /// Calls `body` with sorted batches, so that each row is appended at the end, which is the
  /// cheapest order.
  private static func forEachBatch(
    of records: SampleRecords,
    _ body: ([SampleLeaf]) throws -> Void
  ) throws {
    var batch: [SampleLeaf] = []
    for record in records {
      batch.append(contentsOf: record.leaves.sorted { $0.path < $1.path })
      guard batch.count >= batchSize else { continue }
      try body(batch)
      batch.removeAll(keepingCapacity: true)
    }
    try body(batch)
  }

  private static let batchSize = 8192

  private func insert(_ batch: [SampleLeaf], with insertion: OpaquePointer?) throws {
    for leaf in batch {
      try bind(leaf.path, to: 1, of: insertion) {
        switch leaf.value {
        case .integer(let number):
          sqlite3_bind_int64(insertion, 2, Int64(number))
          try run(insertion)
        case .text(let text):
          try bind(text, to: 2, of: insertion) { try run(insertion) }
        case .list, .map:
          throw BenchmarkError("a leaf at \(leaf.path) is a container")
        }
      }
    }
  }

  /// Binds a text without copying it; the binding is valid during `body`.
  private func bind(
    _ text: String,
    to parameter: Int32,
    of statement: OpaquePointer?,
    _ body: () throws -> Void
  ) throws {
    var text = text
    try text.withUTF8 { bytes in
      try bytes.withMemoryRebound(to: CChar.self) {
        try check(
          sqlite3_bind_text(statement, parameter, $0.baseAddress, Int32($0.count), nil)
        )
      }
      try body()
    }
  }

  private func run(_ statement: OpaquePointer?) throws {
    try check(sqlite3_step(statement), expecting: SQLITE_DONE)
    try check(sqlite3_reset(statement))
  }
}
