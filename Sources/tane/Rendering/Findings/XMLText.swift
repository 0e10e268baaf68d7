import TaneCore

/// Text inside XML or HTML, in content and in quoted attributes.
enum XMLText {
  /// The text with what markup is made of spelled out, and controls as escapes; what else XML 1.0 (section 2.2)
  /// cannot hold becomes U+FFFD.
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
