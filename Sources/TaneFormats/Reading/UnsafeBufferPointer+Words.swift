extension UnsafeBufferPointer<UInt8> {
  /// Returns true if the bytes of a word are at an index.
  func hasBytes(of word: StaticString, at index: Int) -> Bool {
    guard index + word.utf8CodeUnitCount <= count else { return false }
    for position in 0..<word.utf8CodeUnitCount
    where self[index + position] != word.utf8Start[position] {
      return false
    }
    return true
  }

  /// Returns the index after the spaces at an index, reading eight bytes at a time.
  func endOfBlanks(from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var end = start
    while end + 8 <= count,
      bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self) == 0x2020_2020_2020_2020
    {
      end += 8
    }
    while end < count, self[end] == UInt8(ascii: " ") { end += 1 }
    return end
  }

  /// Returns the index after the plain ASCII text at an index, reading eight bytes at a time.
  ///
  /// Plain text ends at the first control character, quote, backslash or non-ASCII character.
  func endOfPlainText(from start: Int) -> Int {
    let bytes = UnsafeRawBufferPointer(self)
    var end = start
    while end + 8 <= count,
      Self.isPlainText(bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self))
    {
      end += 8
    }
    while end < count, Self.isPlainText(self[end]) { end += 1 }
    return end
  }

  private static func isPlainText(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Returns true if none of eight bytes ends plain text.
  ///
  /// A borrow in a subtraction may cause a false negative
  /// (<https://graphics.stanford.edu/~seander/bithacks.html#HasLessInWord>).
  private static func isPlainText(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = word ^ ones &* UInt64(UInt8(ascii: "\\"))
    let found = word | (word &- ones &* 0x20) | (quotes &- ones) | (backslashes &- ones)
    return found & (ones << 7) == 0
  }
}
