/// Functions that spell out invisible or ambiguous characters as code points, such as `\u{200B}`.
package enum VisibleText {
  /// The characters to spell out.
  package enum Detail {
    /// Invisible characters.
    case invisible
    /// Invisible characters and combining marks, which distinguish composed from decomposed text.
    case marks
    /// All characters except ASCII letters, digits and punctuation.
    case everything
  }

  /// Returns the text in double quotes, escaped as in JSON.
  package static func quoted(_ text: some StringProtocol, _ detail: Detail = .invisible) -> String {
    "\"\(escaped(text, detail))\""
  }

  /// Escapes the text for use within double quotes.
  package static func escaped(_ text: some StringProtocol, _ detail: Detail = .invisible) -> String
  {
    guard text.unicodeScalars.contains(where: { !needsNoEscape($0, detail) }) else {
      return String(text)
    }
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      default: append(scalar, to: &escaped, detail)
      }
    }
    return escaped
  }

  /// Returns true if a character is common and needs no escaping at a level of detail.
  private static func needsNoEscape(_ scalar: Unicode.Scalar, _ detail: Detail) -> Bool {
    guard detail != .everything || scalar != " " else { return false }
    if scalar.isPlain { return scalar != "\"" && scalar != "\\" }
    return detail != .everything && scalar.isKanaOrKanji
  }

  /// Spells out the invisible characters in text that is already quoted.
  package static func revealing(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { isInvisible($0, after: nil) }) else { return text }
    var revealed = ""
    for scalar in text.unicodeScalars { append(scalar, to: &revealed, .invisible) }
    return revealed
  }

  private static func append(
    _ scalar: Unicode.Scalar,
    to text: inout String,
    _ detail: Detail
  ) {
    if isSpelledOut(scalar, after: text.unicodeScalars.last, detail) {
      text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  private static func isSpelledOut(
    _ scalar: Unicode.Scalar,
    after previous: Unicode.Scalar?,
    _ detail: Detail
  ) -> Bool {
    switch detail {
    case .invisible: isInvisible(scalar, after: previous)
    case .marks: isInvisible(scalar, after: nil) || isMark(scalar)
    case .everything: scalar.value <= 0x20 || scalar.value >= 0x7F
    }
  }

  /// Returns true if a character is invisible or resembles a plain space.
  private static func isInvisible(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Bool
  {
    guard scalar.value < 0x20 || scalar.value >= 0x7F, !scalar.isKanaOrKanji else { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: break
    // The ideographic space is recognizable by its width.
    case .spaceSeparator: return scalar.value != 0x3000
    default:
      guard scalar.properties.isVariationSelector else { return false }
    }
    return !isPartOfEmoji(scalar, after: previous)
  }

  /// Returns true if a joiner or variation selector belongs to an emoji.
  private static func isPartOfEmoji(
    _ scalar: Unicode.Scalar,
    after previous: Unicode.Scalar?
  ) -> Bool {
    guard scalar.value == 0x200D || scalar.value == 0xFE0F, let previous else { return false }
    return previous.value > 0x7F
      && (previous.properties.isEmoji || previous.properties.isEmojiModifier
        || previous.value == 0xFE0F)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    // Vowels and final consonants in decomposed Korean text.
    default: (0x1160...0x11FF).contains(scalar.value)
    }
  }
}
