extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes of a word stand at an index.
  func hasBytes(of word: StaticString, at index: Int) -> Bool {
    guard index + word.utf8CodeUnitCount <= count else { return false }
    for position in 0..<word.utf8CodeUnitCount
    where self[index + position] != word.utf8Start[position] {
      return false
    }
    return true
  }
}
