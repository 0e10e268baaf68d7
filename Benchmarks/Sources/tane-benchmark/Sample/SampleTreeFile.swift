import Foundation

/// A file with one tree: the shops, then the users.
struct SampleTreeFile {
  private var output: SampleOutput
  private let format: SampleFormat
  private var database = SampleRecord.Database.shops
  private var isFirst = true

  init(at file: URL, format: SampleFormat) throws {
    self.format = format
    output = try SampleOutput(to: file)
    try output.write(format.frame(inTreeOf: .shops).start)
  }

  mutating func append(_ record: SampleRecord) throws {
    try begin(record.database)
    try output.write(text(of: record))
  }

  /// Appends text that `text(of:)` has returned for a record.
  mutating func append(_ text: some Sequence<UInt8>, to database: SampleRecord.Database) throws {
    try begin(database)
    try output.write(text)
  }

  func text(of record: SampleRecord) -> String { format.text(of: record, indent: "  ") }

  mutating func finish() throws {
    try output.write(format.frame(inTreeOf: database).end)
    try output.finish()
  }

  private mutating func begin(_ database: SampleRecord.Database) throws {
    if database != self.database {
      try output.write(format.frame(inTreeOf: self.database).end)
      try output.write(format.frame(inTreeOf: database).start)
      (self.database, isFirst) = (database, true)
    }
    if !isFirst { try output.write(format.frame(inTreeOf: database).separator) }
    isFirst = false
  }
}
