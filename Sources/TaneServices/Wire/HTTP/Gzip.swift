import TaneCore

/// Decompression of gzip bodies (RFC 1952 and RFC 1951).
///
/// The implementation is not optimized, since it decompresses only small bodies: requests to the
/// emulator and responses of Remote Config.
package enum Gzip {
  /// An error in a compressed body.
  package enum Problem: Error {
    /// The body is truncated, damaged or not gzip at all.
    case malformed
    /// The decompressed body exceeds the limit.
    case tooLarge
  }

  /// Decompresses a body; `limit` is the maximum size of the result in bytes, to protect against
  /// decompression bombs.
  package static func decompress(
    _ bytes: [UInt8],
    limit: Int = 64 << 20
  ) throws(Problem) -> [UInt8] {
    guard let body = body(of: bytes) else { throw .malformed }
    var inflation = Inflater(body, maximumCount: limit)
    guard let result = inflation.run() else { throw inflation.isTooLarge ? .tooLarge : .malformed }
    let trailer = bytes.suffix(8).reversed().map(Int.init)
    let (count, checksum) = (number(trailer.prefix(4)), number(trailer.suffix(4)))
    guard count == result.count & 0xFFFF_FFFF, checksum == CRC32.checksum(of: result)
    else { throw .malformed }
    return result
  }

  private static func number(_ bytes: some Sequence<Int>) -> Int {
    bytes.reduce(0) { $0 << 8 | $1 }
  }

  /// Returns the compressed bytes between header and trailer, or nil if the header is invalid.
  private static func body(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
    guard bytes.count >= 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 else { return nil }
    let flags = bytes[3]
    var start = 10
    if flags & 4 != 0 {
      guard bytes.count > start + 2 else { return nil }
      start += 2 + Int(bytes[start]) + Int(bytes[start + 1]) << 8
    }
    // The file name and the comment each end with a zero byte.
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      guard start < bytes.count, let end = bytes[start...].firstIndex(of: 0) else { return nil }
      start = end + 1
    }
    if flags & 2 != 0 { start += 2 }
    return start < bytes.count - 8 ? bytes[start..<bytes.count - 8] : nil
  }
}

/// A decoder for the DEFLATE format.
private struct Inflater {
  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  /// The order in which the code lengths of the code length alphabet are stored.
  private static let order = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private var rest: ArraySlice<UInt8>
  private var bits = 0
  private var bitCount = 0
  private let maximumCount: Int
  private var output: [UInt8] = []
  /// A Boolean value indicating whether the result exceeded the limit.
  private(set) var isTooLarge = false

  init(_ bytes: ArraySlice<UInt8>, maximumCount: Int) {
    rest = bytes
    self.maximumCount = maximumCount
  }

  mutating func run() -> [UInt8]? {
    while let isLast = read(1), let kind = read(2) {
      let isWhole =
        switch kind {
        case 0: inflateStoredBlock()
        case 1: inflateBlock(HuffmanCode.fixedLiterals, HuffmanCode.fixedDistances)
        case 2: inflateDynamicBlock()
        default: false
        }
      guard isWhole else { return nil }
      if isLast == 1 { return output }
    }
    return nil
  }

  private mutating func read(_ count: Int) -> Int? {
    while bitCount < count {
      guard let byte = rest.popFirst() else { return nil }
      bits |= Int(byte) << bitCount
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return bits & (1 << count - 1)
  }

  private mutating func hasRoom(for count: Int) -> Bool {
    isTooLarge = output.count + count > maximumCount
    return !isTooLarge
  }

  private mutating func inflateStoredBlock() -> Bool {
    (bits, bitCount) = (0, 0)
    guard let count = read(16), read(16) == count ^ 0xFFFF, rest.count >= count, hasRoom(for: count)
    else { return false }
    output += rest.prefix(count)
    rest = rest.dropFirst(count)
    return true
  }

  private mutating func inflateDynamicBlock() -> Bool {
    guard let literals = read(5), let distances = read(5), let codes = read(4) else { return false }
    var lengths = [Int](repeating: 0, count: Self.order.count)
    for index in 0..<codes + 4 {
      guard let length = read(3) else { return false }
      lengths[Self.order[index]] = length
    }
    let code = HuffmanCode(lengths)
    let (literalCount, count) = (literals + 257, literals + 257 + distances + 1)
    var all: [Int] = []
    while all.count < count {
      guard let symbol = read(code) else { return false }
      switch symbol {
      case 16:
        guard let last = all.last, let times = read(2) else { return false }
        all += [Int](repeating: last, count: times + 3)
      case 17, 18:
        guard let times = read(symbol == 17 ? 3 : 7) else { return false }
        all += [Int](repeating: 0, count: times + (symbol == 17 ? 3 : 11))
      default: all.append(symbol)
      }
    }
    guard all.count == count else { return false }
    return inflateBlock(HuffmanCode(all[..<literalCount]), HuffmanCode(all[literalCount...]))
  }

  private mutating func inflateBlock(_ literals: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while let symbol = read(literals) {
      if symbol == 256 { return true }
      if symbol < 256 {
        guard hasRoom(for: 1) else { return false }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengthBases.count, let more = read(Self.lengthBits[symbol - 257]),
        let place = read(distances), place < Self.distanceBases.count,
        let far = read(max(0, place / 2 - 1))
      else { return false }
      let distance = Self.distanceBases[place] + far
      let length = Self.lengthBases[symbol - 257] + more
      guard distance <= output.count, hasRoom(for: length) else { return false }
      // The source may overlap the copy, so the number of available bytes grows with each
      // iteration.
      let (start, end) = (output.count - distance, output.count + length)
      while output.count < end {
        let count = min(end - output.count, output.count - start)
        output.append(contentsOf: output[start..<start + count])
      }
    }
    return false
  }

  /// Decodes a symbol bit by bit: codes of the same length are consecutive numbers.
  private mutating func read(_ code: HuffmanCode) -> Int? {
    var (number, first, index) = (0, 0, 0)
    for count in code.counts.dropFirst() {
      guard let bit = read(1) else { return nil }
      number = number << 1 | bit
      if number - first < count { return code.symbols[index + number - first] }
      index += count
      first = (first + count) << 1
    }
    return nil
  }

  /// A Huffman code, derived from the code lengths of its symbols.
  private struct HuffmanCode {
    /// The number of symbols for each code length.
    let counts: [Int]
    /// The symbols, ordered by code length.
    let symbols: [Int]

    static let fixedLiterals = HuffmanCode(
      (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    )
    static let fixedDistances = HuffmanCode([Int](repeating: 5, count: 30))

    init(_ lengths: some Collection<Int>) {
      var counts = [Int](repeating: 0, count: 16)
      for length in lengths where length > 0 { counts[length] += 1 }
      self.counts = counts
      symbols = lengths.enumerated().filter { $0.element > 0 }
        .sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }.map(\.offset)
    }
  }
}
