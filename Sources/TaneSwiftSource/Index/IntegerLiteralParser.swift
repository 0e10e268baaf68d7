/// A parser for Swift integer literals.
enum IntegerLiteralParser {
  /// Returns the value of a decimal, hexadecimal, octal or binary literal, or nil for any other
  /// text.
  static func value(of text: String) -> Int? {
    let isNegative = text.hasPrefix("-")
    let digits = text.drop { $0 == "-" || $0 == " " }
    let magnitude: Int? =
      if digits.hasPrefix("0x") {
        Int(digits.dropFirst(2), radix: 16)
      } else if digits.hasPrefix("0o") {
        Int(digits.dropFirst(2), radix: 8)
      } else if digits.hasPrefix("0b") {
        Int(digits.dropFirst(2), radix: 2)
      } else {
        Int(digits)
      }
    return magnitude.map { isNegative ? -$0 : $0 }
  }
}
