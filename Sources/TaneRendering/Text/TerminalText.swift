import TaneCore

/// Functions that escape text for a terminal or a log, for example as `\u{9B}`.
package enum TerminalText {
  /// Escapes all control characters except line breaks, tabs and the colors of a style.
  package static func escaped(_ text: String, keepingColorsOf style: Style) -> String {
    guard text.unicodeScalars.contains(where: { $0.isControl && !isLayout($0) }) else {
      return text
    }
    var escaped = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.first {
      if let color = style.color(at: rest) {
        escaped.unicodeScalars += color
        rest = rest[color.endIndex...]
      } else {
        append(scalar, to: &escaped, isKept: isLayout(scalar))
        rest.removeFirst()
      }
    }
    return escaped
  }

  /// Escapes line breaks and tabs, so that the text fits on a single line.
  package static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isLayout) else { return text }
    return text.unicodeScalars.reduce(into: "") { append($1, to: &$0, isKept: !isLayout($1)) }
  }

  private static func append(_ scalar: Unicode.Scalar, to text: inout String, isKept: Bool) {
    if scalar.isControl, !isKept {
      text += scalar.escape
    } else {
      text.unicodeScalars.append(scalar)
    }
  }

  private static func isLayout(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\t"
  }
}
