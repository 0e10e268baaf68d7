/// A search for names among the identifiers of a source file, without parsing the file.
struct NameSearch {
  private let names: RelevantNames
  /// A bitmap of the names' hashes, which quickly rules out most identifiers.
  private var filter = [UInt64](repeating: 0, count: Self.filterWords)

  private static let filterWords = 1024

  init(_ names: RelevantNames) {
    self.names = names
    for name in names.anywhere.union(names.declared).union(names.inherited) {
      let hash = name.utf8.reduce(Self.seed, Self.combine)
      filter[Self.word(of: hash)] |= 1 << (hash & 63)
    }
  }

  private static func word(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash >> 6) & (filterWords - 1)
  }

  /// Returns true if a file contains one of the names in a relevant position.
  func matchesAny(in bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      var index = 0
      var previous = 0..<0
      while index < buffer.count {
        let start = index
        var hash = Self.seed
        while index < buffer.count, buffer[index].isIdentifierByte {
          hash = Self.combine(hash, buffer[index])
          index += 1
        }
        if index == start {
          index += 1
          continue
        }
        let isPossible = filter[Self.word(of: hash)] & (1 << (hash & 63)) != 0
        if isPossible, isRelevantOccurrence(start..<index, after: previous, in: buffer) {
          return true
        }
        previous = start..<index
      }
      return false
    }
  }

  private func isRelevantOccurrence(
    _ range: Range<Int>,
    after previous: Range<Int>,
    in buffer: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    func text(_ range: Range<Int>) -> String { String(decoding: buffer[range], as: UTF8.self) }
    let name = text(range)
    if names.anywhere.contains(name) { return true }
    if names.declared.contains(name), Self.keywords.contains(text(previous)) { return true }
    guard names.inherited.contains(name) else { return false }
    let between = buffer[previous.upperBound..<range.lowerBound]
    return between.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") }
      || between.contains(UInt8(ascii: "&")) || text(previous) == "extension"
  }

  private static let keywords: Set<String> = [
    "struct", "class", "enum", "actor", "protocol", "typealias", "extension",
  ]

  // The hash function is FNV-1a, which takes one multiplication per byte.
  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  private static func combine(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
