/// A validator of JSON (RFC 8259), for values that are stored as text.
struct JSONValidator {
  /// The maximum nesting depth of lists and objects.
  private static let maximumDepth = 200

  private var rest: ArraySlice<UInt8>

  /// Returns true if a string is one JSON value, with optional white space around it.
  static func isValid(_ text: String) -> Bool {
    var syntax = JSONValidator(rest: Array(text.utf8)[...])
    guard syntax.consumeValue(depth: 0) else { return false }
    syntax.skipSpace()
    return syntax.rest.isEmpty
  }

  private mutating func consumeValue(depth: Int) -> Bool {
    guard depth <= Self.maximumDepth else { return false }
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "{"):
      return consumeElements("{", "}") { syntax in
        syntax.skipSpace()
        guard syntax.consumeString() else { return false }
        syntax.skipSpace()
        return syntax.consume(":") && syntax.consumeValue(depth: depth + 1)
      }
    case UInt8(ascii: "["): return consumeElements("[", "]") { $0.consumeValue(depth: depth + 1) }
    case UInt8(ascii: "\""): return consumeString()
    case UInt8(ascii: "t"): return consume("true")
    case UInt8(ascii: "f"): return consume("false")
    case UInt8(ascii: "n"): return consume("null")
    default: return consumeNumber()
    }
  }

  /// Consumes elements between brackets, separated by commas.
  private mutating func consumeElements(
    _ open: String,
    _ close: String,
    _ takePart: (inout JSONValidator) -> Bool
  ) -> Bool {
    guard consume(open) else { return false }
    skipSpace()
    if consume(close) { return true }
    repeat {
      guard takePart(&self) else { return false }
      skipSpace()
    } while consume(",")
    return consume(close)
  }

  private mutating func consumeString() -> Bool {
    guard consume("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard consumeEscape() else { return false }
      case ..<0x20: return false
      default: continue
      }
    }
    return false
  }

  private mutating func consumeEscape() -> Bool {
    guard let letter = rest.popFirst() else { return false }
    guard letter == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(letter) }
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return digits.count == 4 && digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
  }

  private mutating func consumeNumber() -> Bool {
    _ = consume("-")
    if !consume("0") { guard consumeDigits() else { return false } }
    if consume(".") { guard consumeDigits() else { return false } }
    guard consume("e") || consume("E") else { return true }
    _ = consume("+") || consume("-")
    return consumeDigits()
  }

  private mutating func consumeDigits() -> Bool {
    let count = rest.prefix(while: \.isASCIIDigit).count
    rest = rest.dropFirst(count)
    return count > 0
  }

  private mutating func consume(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skipSpace() {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
}
