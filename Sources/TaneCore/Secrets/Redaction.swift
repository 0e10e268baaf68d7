/// The redaction of secrets in strings.
package enum Redaction {
  /// The placeholder for a secret.
  package static let placeholder = "<redacted>"
  /// The maximum displayed length of a message from a service, in characters.
  private static let maximumCharacters = 300

  /// Returns a URL, a request target or other text with each secret replaced by the placeholder.
  ///
  /// Secrets are the user and password of a URL, the values of secret parameters, and text in the
  /// form of a known secret (`SecretKind`), even inside other text.
  package static func url(_ text: String) -> String {
    let secrets = SecretScanner.secrets(in: Array(text.utf8))
    guard !secrets.isEmpty else { return text }
    let bytes = Array(text.utf8)
    var shown: [UInt8] = []
    var start = 0
    for secret in secrets {
      shown += bytes[start..<secret.range.lowerBound]
      shown += Array(placeholder.utf8)
      start = secret.range.upperBound
    }
    return String(decoding: shown + bytes[start...], as: UTF8.self)
  }

  /// Returns a message from a service without secrets, on one line, truncated after 300 characters.
  package static func text(_ text: String) -> String {
    let line = url(text).split { $0.isNewline || $0 == " " || $0 == "\t" }
      .joined(separator: " ").escapingControls
    return line.count <= maximumCharacters ? line : line.prefix(maximumCharacters) + "…"
  }
}
