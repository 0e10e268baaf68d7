/// The text of security rules without its comments, each part where it stood.
///
/// Both languages have the comments of JavaScript: that of the Realtime Database, which is JSON, and the one of
/// Firestore and Storage.
struct RulesText {
  /// The replacement for comments, and for the content of strings where it is omitted.
  private static let space = UInt8(ascii: " ")

  /// The text, spaces in the place of what was left out.
  private(set) var bytes: [UInt8]

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - quotes: What begins and ends strings.
  ///   - keepsStrings: Whether strings are kept; a line break in one, which rules may have and JSON may not, becomes
  ///     a space.
  /// - Throws: A problem with a comment or a string that does not end.
  init(_ text: [UInt8], quotes: [UInt8], keepsStrings: Bool) throws(RulesProblem) {
    bytes = text
    var index = 0
    while index < text.count {
      if quotes.contains(text[index]) {
        index = try skipString(from: index, keepsIt: keepsStrings)
      } else if text[index...].starts(with: "//".utf8) {
        let end = text[index...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
        blank(index..<end)
        index = end
      } else if text[index...].starts(with: "/*".utf8) {
        index = try skipComment(from: index)
      } else {
        index += 1
      }
    }
  }

  private mutating func skipString(
    from start: Int,
    keepsIt: Bool
  ) throws(RulesProblem) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != bytes[start] {
      if bytes[index] < 0x20 { bytes[index] = Self.space }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else {
      throw RulesProblem(at: start, of: bytes, "The string does not end.")
    }
    if !keepsIt { blank(start + 1..<index) }
    return index + 1
  }

  private mutating func skipComment(from start: Int) throws(RulesProblem) -> Int {
    var end = start + 2
    while end + 1 < bytes.count {
      if bytes[end] == UInt8(ascii: "*"), bytes[end + 1] == UInt8(ascii: "/") {
        blank(start..<end + 2)
        return end + 2
      }
      end += 1
    }
    throw RulesProblem(at: start, of: bytes, "The comment does not end.")
  }

  /// Puts spaces in the place of bytes, but keeps the lines as they are.
  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != UInt8(ascii: "\n") { bytes[index] = Self.space }
  }
}
