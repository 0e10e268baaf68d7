import Foundation

/// A file of records that is written piece by piece.
///
/// Linux counts the memory of the process that starts a child as the child's own, so the benchmark
/// must stay small: it never holds a whole file.
struct SampleFile {
  private let handle: FileHandle
  private let database: SampleRecord.Database
  private let format: SampleFormat
  private var pending: [UInt8] = []
  private var isEmpty = true

  /// Makes the file `<database>.<format>` in a folder of the database, below another folder.
  init(of database: SampleRecord.Database, in folder: URL, format: SampleFormat) throws {
    self.database = database
    self.format = format
    let folder = folder.appending(path: database.rawValue, directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "\(database.rawValue).\(format.rawValue)")
    try Data().write(to: file)
    handle = try FileHandle(forWritingTo: file)
    pending.append(contentsOf: format.frame(of: database).start.utf8)
  }

  mutating func append(_ record: SampleRecord) throws {
    if !isEmpty { pending.append(contentsOf: format.frame(of: database).separator.utf8) }
    isEmpty = false
    pending.append(contentsOf: format.text(of: record).utf8)
    if pending.count > Self.pieceSize { try flush() }
  }

  mutating func finish() throws {
    pending.append(contentsOf: format.frame(of: database).end.utf8)
    try flush()
    try handle.close()
  }

  private mutating func flush() throws {
    try handle.write(contentsOf: Data(pending))
    pending.removeAll(keepingCapacity: true)
  }

  private static let pieceSize = 1 << 18
}
