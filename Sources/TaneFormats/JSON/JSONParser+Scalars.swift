import TaneCore

extension JSONParser {
  mutating func parseNumber() throws(Diagnostic) {
    let start = index
    let number = ScannedNumber(text, from: start)
    index = number.end
    try check(number, from: start)
    if let integer = number.integer, integer != 0 || !number.isNegative {
      builder.append(integer)
    } else if number.integer != nil {
      builder.append(-0.0)
    } else if !number.isWhole, let double = number.double(in: text, from: start) {
      builder.append(double)
    } else {
      builder.appendDecimal(DecimalText.normalized(text[start..<index]))
    }
  }

  private mutating func check(_ number: ScannedNumber, from start: Int) throws(Diagnostic) {
    let digits = start + (number.isNegative ? 1 : 0)
    let problem: String? =
      if number.integerDigits == 0 {
        "a number needs a digit after its minus sign"
      } else if number.integerDigits > 1, text[digits] == UInt8(ascii: "0") {
        "a number cannot begin with a zero before other digits; remove the zero, or quote the "
          + "number to keep it as a string"
      } else if number.fractionDigits == 0 {
        "a number needs a digit after its decimal point"
      } else if number.exponentDigits == 0 {
        "a number needs a digit in its exponent"
      } else {
        nil
      }
    guard let problem else { return }
    index = start
    if text.hasBytes(of: "-Infinity", at: start) { throw noSuchNumber("-Infinity") }
    throw finding(problem)
  }

  mutating func parseWord() throws(Diagnostic) {
    if text.hasBytes(of: "true", at: index), !continuesWord(at: index + 4) {
      index += 4
      builder.append(true)
    } else if text.hasBytes(of: "false", at: index), !continuesWord(at: index + 5) {
      index += 5
      builder.append(false)
    } else if text.hasBytes(of: "null", at: index), !continuesWord(at: index + 4) {
      index += 4
      builder.appendNull()
    } else {
      throw unexpectedWord()
    }
  }

  /// Returns true if a letter, a digit or another word character is at an index.
  func continuesWord(at index: Int) -> Bool {
    guard index < text.count else { return false }
    switch text[index] {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      return true
    default:
      return false
    }
  }
}
