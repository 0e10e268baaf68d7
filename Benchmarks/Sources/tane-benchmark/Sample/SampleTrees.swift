import Foundation

/// A generated tree and its twins, as files in one folder.
struct SampleTrees {
  let folder: URL
  let leafCount: Int

  /// Returns the file of the tree or of a twin.
  func file(_ twin: SampleTwin?, _ format: SampleFormat) -> URL {
    folder.appending(path: "\(leafCount)-\(twin?.rawValue ?? "base").\(format.rawValue)")
  }

  /// Writes the trees in one pass over the records.
  ///
  /// - Returns: The numbers of edits in each twin, by kind.
  func write(
    _ twins: [SampleTwin],
    _ formats: [SampleFormat]
  ) throws -> [SampleTwin: [SampleTreeEdit.Kind: Int]] {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var bases = try formats.map { try SampleTreeFile(at: file(nil, $0), format: $0) }
    var writers = try twins.map { try SampleTwinWriter($0, formats, of: self) }
    for record in SampleRecords(leafCount: leafCount) {
      for index in bases.indices { try bases[index].append(record) }
      for index in writers.indices { try writers[index].append(record) }
    }
    for index in bases.indices { try bases[index].finish() }
    for index in writers.indices { try writers[index].finish() }
    return Dictionary(uniqueKeysWithValues: zip(twins, writers.map(\.counts)))
  }
}

/// Writes one twin in several formats.
private struct SampleTwinWriter {
  private var edit: SampleTreeEdit
  private var files: [SampleTreeFile]
  /// One shuffle for each file of a shuffled twin, otherwise none.
  private var shuffles: [SampleShuffle]

  var counts: [SampleTreeEdit.Kind: Int] { edit.counts }

  init(_ twin: SampleTwin, _ formats: [SampleFormat], of trees: SampleTrees) throws {
    edit = SampleTreeEdit(percent: twin.changedPercent)
    files = try formats.map { try SampleTreeFile(at: trees.file(twin, $0), format: $0) }
    shuffles =
      twin == .shuffled
      ? try formats.map {
        try SampleShuffle(in: trees.file(twin, $0).appendingPathExtension("waiting"))
      } : []
  }

  mutating func append(_ record: SampleRecord) throws {
    guard shuffles.isEmpty else { return try appendShuffled(record) }
    for record in edit.edited(record) {
      for index in files.indices { try files[index].append(record) }
    }
  }

  private mutating func appendShuffled(_ record: SampleRecord) throws {
    for index in files.indices {
      let record = shuffles[index].shuffled(record)
      switch record.database {
      case .shops: try files[index].append(record)
      case .users: try shuffles[index].append(files[index].text(of: record))
      }
    }
  }

  mutating func finish() throws {
    for index in shuffles.indices {
      try shuffles[index].finish { try files[index].append($0, to: .users) }
    }
    for index in files.indices { try files[index].finish() }
  }
}
