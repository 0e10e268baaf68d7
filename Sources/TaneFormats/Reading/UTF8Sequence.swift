/// Validation of non-ASCII characters in UTF-8 (Unicode 16, table 3-7).
enum UTF8Sequence {
  /// Returns the length of the well-formed character at an index, or 0 if it is malformed.
  static func length(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let lead = text[index]
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch lead {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard length > 0, index + length <= text.count, second.contains(text[index + 1])
    else { return 0 }
    for position in index + 2..<max(index + 2, index + length) where text[position] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }
}
