import TaneCore

/// Functions that escape text for XML and HTML content and quoted attributes.
enum XMLText {
  /// Escapes markup and control characters, and replaces other characters that XML 1.0 (section
  /// 2.2) forbids with U+FFFD.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n": escaped += "&#10;"
      case "\t": escaped += "&#9;"
      case "\r": escaped += "&#13;"
      case _ where scalar.isControl: escaped += scalar.escape
      default:
        let isHeld = scalar.value != 0xFFFE && scalar.value != 0xFFFF
        escaped.unicodeScalars.append(isHeld ? scalar : "\u{FFFD}")
      }
    }
  }
}
