/// A 64-bit rank of a key, by which most keys can be compared.
///
/// A lower rank means an earlier key in `KeyOrder`; keys of equal rank have to be compared in full.
struct KeyRank: Comparable {
  private let value: UInt64

  /// Creates the rank of a node's key, from the value and length of an integer key, or from the
  /// first bytes of any other key.
  init(_ record: NodeRecord, of text: JoinedMemory<UInt8>) {
    let key = record.key(in: text)
    if let number = KeyOrder.integer(key) {
      value = UInt64(Int64(number) + 1 << 31) << 8 | UInt64(min(key.count, 0xFF))
    } else {
      let start = Int(record.keyOffset)
      let (text, range) = text.buffer(of: start..<start + key.count)
      let bytes = Self.firstBytes(of: range, in: text)
      let isASCII = bytes & 0x8080_8080_8080_8080 == 0
      value = 1 << 63 | (isASCII ? bytes : Self.inUTF16Order(bytes)) >> 1
    }
  }

  /// Returns the first eight bytes in a range in big-endian order, padded with zeros.
  private static func firstBytes(
    of range: Range<Int>,
    in text: UnsafeBufferPointer<UInt8>
  ) -> UInt64 {
    guard range.lowerBound + 8 <= text.count else {
      return range.prefix(8).reversed().reduce(0) { $0 >> 8 | UInt64(text[$1]) << 56 }
    }
    let bytes = UnsafeRawBufferPointer(text)
      .loadUnaligned(fromByteOffset: range.lowerBound, as: UInt64.self).bigEndian
    return range.count >= 8 ? bytes : bytes & ~(UInt64.max >> UInt64(range.count * 8))
  }

  static func < (left: KeyRank, right: KeyRank) -> Bool { left.value < right.value }

  /// Maps the bytes so that they sort in UTF-16 order.
  ///
  /// Characters beyond U+FFFF (first byte F0 to F4) must come before U+E000 to U+FFFF (first byte
  /// EE or EF).
  private static func inUTF16Order(_ bytes: UInt64) -> UInt64 {
    var ordered: UInt64 = 0
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: bytes >> shift)
      let place: UInt8 =
        switch byte {
        case 0xF0...: byte - 2
        case 0xEE, 0xEF: byte + 5
        default: byte
        }
      ordered = ordered << 8 | UInt64(place)
    }
    return ordered
  }
}
