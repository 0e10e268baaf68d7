import TaneCore

/// Takes secrets out of what people and logs get to see.
enum Redaction {
  /// What stands in a secret's place.
  static let placeholder = "<redacted>"

  private static let secretParameters: Set<String> = [
    "access_token", "auth", "key", "token", "upload_id", "x-goog-signature", "assertion",
    "refresh_token", "client_secret",
  ]

  /// A URL or its target without the values of parameters that are secrets.
  static func url(_ url: String) -> String {
    guard let mark = url.firstIndex(of: "?") else { return url }
    let pairs = url[url.index(after: mark)...].split(
      separator: "&",
      omittingEmptySubsequences: false
    )
    let shown = pairs.map { pair in
      let name = pair.prefix { $0 != "=" }
      return secretParameters.contains(name.lowercased()) ? "\(name)=\(placeholder)" : String(pair)
    }
    return url[...mark] + shown.joined(separator: "&")
  }

  /// Text of a service without what looks like a token, on one line and cut at 300 characters.
  static func text(_ text: String) -> String {
    let separators = " \t\r\n\"',;()[]{}<>&=".unicodeScalars
    var shown = ""
    var word = ""
    for character in text.unicodeScalars {
      if separators.contains(character) {
        shown += hidingToken(word)
        word = ""
        let isSpace = character == "\n" || character == "\r" || character == "\t"
        shown.unicodeScalars.append(isSpace ? " " : character)
      } else {
        word.unicodeScalars.append(character)
      }
    }
    shown += hidingToken(word)
    let line = shown.split(separator: " ").joined(separator: " ").escapingControls
    return line.count <= 300 ? line : line.prefix(300) + "…"
  }

  /// The word itself, or the placeholder where it looks like an OAuth token, a JWT, a refresh token or a
  /// key in PEM.
  private static func hidingToken(_ word: String) -> String {
    let isToken =
      word.hasPrefix("ya29.") || word.hasPrefix("1//") || word.hasPrefix("MII")
      || (word.hasPrefix("eyJ") && word.contains("."))
    return isToken && word.utf8.count >= 10 ? placeholder : word
  }
}
