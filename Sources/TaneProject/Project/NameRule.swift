import TaneCore

/// The rule for the names of environments, fixture sets and stores.
///
/// Names occur in paths below `.tane/`, in addresses and in URLs, so they must be safe in all
/// three.
enum NameRule {
  /// The maximum length of a name in bytes; file systems allow 255 including extensions.
  private static let maximumBytes = 200

  /// The description of a valid name.
  static let expectation =
    "expected 1 to \(maximumBytes) bytes without /, \\ or control characters, and no leading period"

  /// Returns the reason a string is not a valid name, or nil if it is valid.
  ///
  /// The characters of `others` are not allowed either.
  ///
  /// The name is checked as written and as a key: in Unicode's composed form, then percent-decoded.
  static func problem(in name: String, except others: String = "") -> String? {
    for text in [name, FileName.key(of: name)] {
      if text.isEmpty { return "is empty" }
      if text.utf8.count > maximumBytes { return "is \(text.utf8.count) bytes long" }
      let illegal = text.unicodeScalars.first {
        "/\\".unicodeScalars.contains($0) || $0.isControl
          || others.unicodeScalars.contains($0)
      }
      if let illegal { return "contains \"\(String(illegal).escapingControls)\"" }
      if text.hasPrefix(".") { return "begins with \".\"" }
    }
    return nil
  }
}
