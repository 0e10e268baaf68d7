/// A numbering of strings, in which strings with the same bytes have the same number.
struct TextNumbers {
  private var numbers: [[UInt8]: UInt64] = [:]

  mutating func number(of text: Substring) -> UInt64 {
    let bytes = Array(text.utf8)
    if let number = numbers[bytes] { return number }
    let number = UInt64(numbers.count)
    numbers[bytes] = number
    return number
  }
}
