import TaneCore

/// The last boundary before a terminal or a log: controls that are not Tane's own are spelled out, as `\u{9B}`.
package enum TerminalText {
  /// The text with escapes for all controls but line ends, tabs and the colours of a style.
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

  /// The text with escapes for line ends and tabs, which makes one line of it.
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
