import TaneCore

/// Text inside an element of HTML.
package enum HTMLText {
  /// The text on one line, with references for what HTML would read as its own and escapes for controls.
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
