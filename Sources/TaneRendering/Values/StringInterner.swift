/// A numbering of strings that assigns the same number to strings with the same bytes.
struct StringInterner {
  private var numbers: [[UInt8]: UInt64] = [:]

  mutating func number(of text: Substring) -> UInt64 {
    let bytes = Array(text.utf8)
    if let number = numbers[bytes] { return number }
    let number = UInt64(numbers.count)
    numbers[bytes] = number
    return number
  }
}
