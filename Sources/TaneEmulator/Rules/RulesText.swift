/// The text of security rules with its comments blanked out.
///
/// Both the Realtime Database's rules, which are JSON, and the rules language of Firestore and
/// Storage allow JavaScript comments.
struct RulesText {
  /// The replacement for comments and omitted string contents.
  private static let space = UInt8(ascii: " ")

  /// The text with spaces in place of omitted parts.
  private(set) var bytes: [UInt8]

  /// Blanks out the comments of a text and, optionally, the contents of its strings.
  ///
  /// - Parameters:
  ///   - text: The text of the rules.
  ///   - quotes: The characters that delimit strings.
  ///   - keepsStrings: True to keep strings; a line break in a string, which rules allow and JSON
  ///     does not, becomes a space.
  /// - Throws: An error for an unterminated comment or string.
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
      throw RulesProblem(at: start, of: bytes, "The string is not terminated.")
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
    throw RulesProblem(at: start, of: bytes, "The comment is not terminated.")
  }

  /// Replaces bytes other than line breaks with spaces.
  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != UInt8(ascii: "\n") { bytes[index] = Self.space }
  }
}
