import Foundation

/// The users of a tree in another order.
///
/// Their texts are kept in a file, because keeping all of them in memory would make this process
/// large.
struct SampleShuffle {
  private let file: URL
  private var waiting: SampleOutput
  private var ranges: [Range<Int>] = []
  private var random = SampleRandom(seed: SampleRecords.seed + 2)

  /// Creates the file for the texts.
  init(in file: URL) throws {
    self.file = file
    waiting = try SampleOutput(to: file)
  }

  /// Returns the record with the keys of its maps in another order; the order of lists is kept.
  mutating func shuffled(_ record: SampleRecord) -> SampleRecord {
    var record = record
    record.value = shuffled(record.value)
    return record
  }

  private mutating func shuffled(_ node: SampleNode) -> SampleNode {
    switch node {
    case .integer, .text:
      return node
    case .list(let items):
      return .list(items.map { shuffled($0) })
    case .map(let members):
      let inner = members.map { (key: $0.key, value: shuffled($0.value)) }
      return .map(inner.shuffled(using: &random))
    }
  }

  mutating func append(_ text: String) throws {
    let start = waiting.byteCount
    try waiting.write(text)
    ranges.append(start..<waiting.byteCount)
  }

  /// Calls `body` with all texts in random order, and removes the file.
  mutating func finish(_ body: (Data) throws -> Void) throws {
    try waiting.finish()
    let handle = try FileHandle(forReadingFrom: file)
    for range in ranges.shuffled(using: &random) {
      try handle.seek(toOffset: UInt64(range.lowerBound))
      try body(handle.read(upToCount: range.count) ?? Data())
    }
    try handle.close()
    try FileManager.default.removeItem(at: file)
  }
}
