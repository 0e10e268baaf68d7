/// Takes out of texts what would give access to whoever reads them: the one list of what counts as a secret.
public enum Redaction {
  /// What stands in a secret's place.
  public static let placeholder = "<redacted>"
  /// The most characters of a service's text that are shown.
  private static let maximumCharacters = 300

  /// A URL, its target, or a text that may hold some, with every secret in it as `<redacted>`.
  ///
  /// Secrets are the user and password of a URL, the values of secret parameters, and what looks like a
  /// secret by itself (`SecretKind`), whatever stands around it.
  public static func url(_ text: String) -> String {
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

  /// The text of a service without secrets, on one line and cut at 300 characters.
  public static func text(_ text: String) -> String {
    let line = url(text).split { $0.isNewline || $0 == " " || $0 == "\t" }
      .joined(separator: " ").escapingControls
    return line.count <= maximumCharacters ? line : line.prefix(maximumCharacters) + "…"
  }
}
