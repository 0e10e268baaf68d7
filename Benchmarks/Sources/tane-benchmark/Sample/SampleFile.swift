import Foundation

/// A file with the records of one database.
struct SampleFile {
  private var output: SampleOutput
  private let database: SampleRecord.Database
  private let format: SampleFormat
  private var isEmpty = true

  /// Creates the file `<database>/<database>.<format>` in a folder.
  init(of database: SampleRecord.Database, in folder: URL, format: SampleFormat) throws {
    self.database = database
    self.format = format
    let folder = folder.appending(path: database.rawValue, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    output = try SampleOutput(
      to: folder.appending(path: "\(database.rawValue).\(format.rawValue)")
    )
    try output.write(format.frame(of: database).start)
  }

  mutating func append(_ record: SampleRecord) throws {
    if !isEmpty { try output.write(format.frame(of: database).separator) }
    isEmpty = false
    try output.write(format.text(of: record))
  }

  mutating func finish() throws {
    try output.write(format.frame(of: database).end)
    try output.finish()
  }
}
