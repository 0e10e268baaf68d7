/// Takes out of a text what would give access to whoever reads it.
public enum Redaction {
  private static let secretParameters: Set<String> = [
    "access_token", "accesstoken", "api_key", "apikey", "auth", "authorization", "credential",
    "id_token", "idtoken", "key", "password", "refresh_token", "secret", "signature", "sig",
    "token",
  ]

  /// The text with the user and password, and the values of secret query parameters, of a URL in it
  /// as `<redacted>`; a text without a URL stays as it is.
  public static func url(_ text: String) -> String {
    guard let separator = text.firstRange(of: "://") else { return text }
    let rest = text[separator.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let authority = rest[..<end]
    let host = authority.lastIndex(of: "@").map {
      Secret.placeholder + authority[$0...]
    }
    return text[..<separator.upperBound] + (host ?? String(authority)) + query(rest[end...])
  }

  private static func query(_ text: Substring) -> String {
    guard let mark = text.firstIndex(where: { "?#".contains($0) }) else { return String(text) }
    let parameters = text[text.index(after: mark)...].split(
      separator: "&",
      omittingEmptySubsequences: false
    )
    return text[...mark] + parameters.map(parameter).joined(separator: "&")
  }

  private static func parameter(_ text: Substring) -> String {
    guard let equals = text.firstIndex(of: "="),
      secretParameters.contains(text[..<equals].lowercased())
    else { return String(text) }
    return text[...equals] + Secret.placeholder
  }
}
