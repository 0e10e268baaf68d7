/// A validator of JSON (RFC 8259), for values that are stored as text.
struct JSONSyntax {
  /// The maximum nesting depth of lists and objects.
  private static let maximumDepth = 200

  private var rest: ArraySlice<UInt8>

  /// Returns true if a string is one JSON value, with optional white space around it.
  static func isValid(_ text: String) -> Bool {
    var syntax = JSONSyntax(rest: Array(text.utf8)[...])
    guard syntax.takeValue(depth: 0) else { return false }
    syntax.skipSpace()
    return syntax.rest.isEmpty
  }

  private mutating func takeValue(depth: Int) -> Bool {
    guard depth <= Self.maximumDepth else { return false }
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "{"):
      return takeAll("{", "}") { syntax in
        syntax.skipSpace()
        guard syntax.takeString() else { return false }
        syntax.skipSpace()
        return syntax.take(":") && syntax.takeValue(depth: depth + 1)
      }
    case UInt8(ascii: "["): return takeAll("[", "]") { $0.takeValue(depth: depth + 1) }
    case UInt8(ascii: "\""): return takeString()
    case UInt8(ascii: "t"): return take("true")
    case UInt8(ascii: "f"): return take("false")
    case UInt8(ascii: "n"): return take("null")
    default: return takeNumber()
    }
  }

  /// Consumes elements between brackets, separated by commas.
  private mutating func takeAll(
    _ open: String,
    _ close: String,
    _ takePart: (inout JSONSyntax) -> Bool
  ) -> Bool {
    guard take(open) else { return false }
    skipSpace()
    if take(close) { return true }
    repeat {
      guard takePart(&self) else { return false }
      skipSpace()
    } while take(",")
    return take(close)
  }

  private mutating func takeString() -> Bool {
    guard take("\"") else { return false }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"): guard takeEscape() else { return false }
      case ..<0x20: return false
      default: continue
      }
    }
    return false
  }

  private mutating func takeEscape() -> Bool {
    guard let letter = rest.popFirst() else { return false }
    guard letter == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(letter) }
    let digits = rest.prefix(4)
    rest = rest.dropFirst(4)
    return digits.count == 4 && digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
  }

  private mutating func takeNumber() -> Bool {
    _ = take("-")
    if !take("0") { guard takeDigits() else { return false } }
    if take(".") { guard takeDigits() else { return false } }
    guard take("e") || take("E") else { return true }
    _ = take("+") || take("-")
    return takeDigits()
  }

  private mutating func takeDigits() -> Bool {
    let count = rest.prefix(while: \.isASCIIDigit).count
    rest = rest.dropFirst(count)
    return count > 0
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  private mutating func skipSpace() {
    rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }
}
