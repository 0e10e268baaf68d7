import TaneCore

/// Functions that escape text for HTML elements.
package enum HTMLText {
  /// Returns the text on one line, with markup characters and control characters escaped.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.escapingControls.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
