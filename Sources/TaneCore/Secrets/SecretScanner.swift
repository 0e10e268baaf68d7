/// A scanner that finds secrets in a string by their form or by the names before them.
struct SecretScanner {
  /// A secret and its range in the scanned bytes.
  struct Secret: Equatable {
    let kind: SecretKind
    let range: Range<Int>
  }

  /// A form of secret that begins with a fixed prefix.
  private struct Form {
    let kind: SecretKind
    let prefix: [UInt8]
    /// The bytes that may follow the prefix, besides letters and digits.
    let others: [UInt8]
    let minimumCount: Int
    /// A Boolean value indicating whether the secret must be a whole word that contains a digit.
    let isWord: Bool

    init(
      _ kind: SecretKind,
      _ prefix: String,
      others: String,
      atLeast count: Int,
      isWord: Bool = false
    ) {
      self.isWord = isWord
      self.kind = kind
      self.prefix = Array(prefix.utf8)
      self.others = Array(others.utf8)
      minimumCount = count
    }
  }

  private static let forms = [
    Form(.accessToken, "ya29.", others: "-._~+/=", atLeast: 10),
    Form(.refreshToken, "1//0", others: "-_.", atLeast: 10),
    Form(.clientSecret, "GOCSPX-", others: "-_", atLeast: 12),
    Form(.webToken, "eyJ", others: "-_.=", atLeast: 10),
    Form(.apiKey, "AIza", others: "-_", atLeast: 30),
    Form(.serviceKey, "sk_", others: "_", atLeast: 19, isWord: true),
    Form(.serviceKey, "rk_", others: "_", atLeast: 19, isWord: true),
    Form(.serviceKey, "sk-", others: "-_", atLeast: 23, isWord: true),
    Form(.serviceKey, "ghp_", others: "", atLeast: 24, isWord: true),
    Form(.serviceKey, "github_pat_", others: "_", atLeast: 30, isWord: true),
    Form(.serviceKey, "xoxb-", others: "-", atLeast: 20, isWord: true),
    // A private key in Base64 without its header; JSON escapes its line breaks.
    Form(.privateKey, "MII", others: "+/=\\\r\n", atLeast: 20),
  ]
  private static let keyStart = Array("-----BEGIN ".utf8)
  private static let keyEnd = Array("-----END ".utf8)
  private static let bearer = Array("bearer".utf8)
  private static let firstBytes = Set(forms.map { $0.prefix[0] } + [keyStart[0]])
  private static let databaseSecretCount = 40

  /// The lowercase names of URL parameters and JSON keys whose values are secrets.
  private static let names: Set<[UInt8]> = Set(
    [
      "access_token", "accesstoken", "api_key", "apikey", "assertion", "auth", "authorization",
      "client_secret", "clientsecret", "credential", "id_token", "idtoken", "key", "oobcode",
      "newpassword", "oldpassword", "password", "passwordhash", "private_key", "rawpassword",
      "refresh_token", "refreshtoken", "salt",
      "saltseparator", "secret", "sig", "signature", "signerkey", "token", "upload_id",
      "x-goog-credential", "x-goog-signature",
    ].map { Array($0.utf8) }
  )

  private let bytes: [UInt8]

  /// Returns the secrets in a string's UTF-8 bytes, in order and without overlaps.
  static func secrets(in bytes: [UInt8]) -> [Secret] {
    let scanner = SecretScanner(bytes: bytes)
    // A private key may begin inside the value of a parameter and end after it.
    let all =
      scanner.scan { scanner.secretWithKnownForm(at: $0) }
      + scanner.scan { scanner.secretAfterMarker(at: $0) }
    let sorted = all.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return sorted.reduce(into: []) { merged, next in
      guard let last = merged.last, next.range.lowerBound < last.range.upperBound else {
        return merged.append(next)
      }
      merged[merged.count - 1] = Secret(
        kind: last.kind == .value ? next.kind : last.kind,
        range: last.range.lowerBound..<max(last.range.upperBound, next.range.upperBound)
      )
    }
  }

  private func scan(_ secret: (Int) -> Secret?) -> [Secret] {
    var found: [Secret] = []
    var index = 0
    while index < bytes.count {
      if let secret = secret(index) {
        found.append(secret)
        index = secret.range.upperBound
      } else {
        // The digits of %3D do not belong to the following word.
        index += isEscape(at: index) ? 3 : 1
      }
    }
    return found
  }

  /// Returns the secret with a recognizable form at an index, if any.
  private func secretWithKnownForm(at index: Int) -> Secret? {
    if Self.firstBytes.contains(bytes[index]), let secret = secretWithKnownPrefix(at: index) {
      return secret
    }
    return isWordStart(index) ? databaseSecret(at: index) : nil
  }

  /// Returns the secret that follows the `//` of a URL or the name of a secret at an index, or nil
  /// if there is none.
  private func secretAfterMarker(at index: Int) -> Secret? {
    if bytes[index] == UInt8(ascii: "/") { return userInformation(at: index) }
    guard isWordStart(index) else { return nil }
    return namedValue(bytes[index..<end(from: index, others: Self.wordBytes)])
  }

  private func secretWithKnownPrefix(at index: Int) -> Secret? {
    if bytes[index...].starts(with: Self.keyStart) {
      return Secret(kind: .privateKey, range: index..<keyEnd(from: index))
    }
    for form in Self.forms where bytes[index...].starts(with: form.prefix) {
      let end = self.end(from: index + form.prefix.count, others: form.others)
      guard end - index >= form.minimumCount else { continue }
      let hasDigit = bytes[index..<end].contains(where: \.isASCIIDigit)
      if form.isWord, !isWordStart(index) || !hasDigit { continue }
      if form.kind == .webToken, !bytes[index..<end].contains(UInt8(ascii: ".")) { continue }
      return Secret(kind: form.kind, range: index..<end)
    }
    return nil
  }

  /// Returns the index after the last line of a private key, or the end of the text if the key is
  /// incomplete.
  private func keyEnd(from index: Int) -> Int {
    var position = index + Self.keyStart.count
    while position < bytes.count, !bytes[position...].starts(with: Self.keyEnd) { position += 1 }
    guard position < bytes.count else { return bytes.count }
    position += Self.keyEnd.count
    while position < bytes.count, bytes[position] != UInt8(ascii: "-") { position += 1 }
    while position < bytes.count, bytes[position] == UInt8(ascii: "-") { position += 1 }
    return position
  }

  /// Returns the database secret at an index, if any: 40 letters and digits in mixed case (unlike a
  /// digest).
  private func databaseSecret(at index: Int) -> Secret? {
    let end = self.end(from: index, others: [])
    let word = bytes[index..<end]
    guard word.count == Self.databaseSecretCount, word.contains(where: \.isUppercaseLetter),
      word.contains(where: \.isLowercaseLetter)
    else { return nil }
    return Secret(kind: .databaseSecret, range: index..<end)
  }

  /// Returns the user information before the `@` of a URL; `index` is the index of the URL's second
  /// slash.
  private func userInformation(at index: Int) -> Secret? {
    guard index >= 2, bytes[(index - 2)...index].elementsEqual("://".utf8) else { return nil }
    let start = index + 1
    let rest = bytes[start...]
    let end = rest.firstIndex { Array("/?# \t\r\n\"'<>".utf8).contains($0) } ?? bytes.count
    guard let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")), at > start else {
      return nil
    }
    return Secret(kind: .value, range: start..<at)
  }

  /// Returns the value after the name in `name=value`, `"name": "value"` or `Bearer value`.
  private func namedValue(_ name: ArraySlice<UInt8>) -> Secret? {
    let lowercasedName = name.map { $0.isUppercaseLetter ? $0 | 0x20 : $0 }
    if lowercasedName == Self.bearer { return bearerToken(from: name.endIndex) }
    guard Self.names.contains(lowercasedName) else { return nil }
    let start = name.endIndex
    guard start < bytes.count else { return nil }
    if bytes[start] == UInt8(ascii: "=") { return value(from: start + 1, endingAt: Self.valueEnds) }
    if bytes[start...].starts(with: Array("%3D".utf8)) {
      return value(from: start + 3, endingAt: Self.valueEnds + [UInt8(ascii: "%")])
    }
    return quotedValue(behindName: start)
  }

  /// Returns the JSON value after a key that ends at an index, if any; the quotes may be escaped.
  private func quotedValue(behindName index: Int) -> Secret? {
    guard let nameEnd = indexAfterQuote(from: index) else { return nil }
    let colon = indexAfterSpaces(from: nameEnd)
    guard colon < bytes.count, bytes[colon] == UInt8(ascii: ":"),
      let start = indexAfterQuote(from: indexAfterSpaces(from: colon + 1))
    else { return nil }
    var end = start
    while end < bytes.count, bytes[end] != bytes[start - 1] {
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    end = min(end, bytes.count)
    return end > start ? Secret(kind: .value, range: start..<end) : nil
  }

  /// Returns the token of an `Authorization` field; ordinary words after "bearer" are not tokens.
  private func bearerToken(from index: Int) -> Secret? {
    let start = indexAfterSpaces(from: index)
    guard start > index else { return nil }
    let end = self.end(from: start, others: Array("-._~+/=".utf8))
    let isToken = end - start >= 16 || bytes[start..<end].contains { $0.isASCIIDigit }
    return isToken ? Secret(kind: .value, range: start..<end) : nil
  }

  private func value(from start: Int, endingAt ends: [UInt8]) -> Secret? {
    let end = bytes[start...].firstIndex(where: ends.contains) ?? bytes.count
    if bytes[start...].starts(with: Redaction.placeholder.utf8) { return nil }
    return Secret(kind: .value, range: start..<end)
  }
}

extension SecretScanner {
  private static let wordBytes = Array("-_".utf8)
  private static let valueEnds = Array("&# \t\r\n\"<>".utf8)
  private static let quotes = Array("\"'".utf8)

  /// Returns the index after a run of letters, digits and the given other bytes.
  private func end(from start: Int, others: [UInt8]) -> Int {
    bytes[start...].firstIndex { !$0.isASCIILetterOrDigit && !others.contains($0) } ?? bytes.count
  }

  private func indexAfterSpaces(from start: Int) -> Int {
    bytes[start...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
  }

  /// Returns the index after the quote at an index, or nil if there is no quote.
  private func indexAfterQuote(from start: Int) -> Int? {
    var index = start
    if index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
    guard index < bytes.count, Self.quotes.contains(bytes[index]) else { return nil }
    return index + 1
  }

  private func isWordStart(_ index: Int) -> Bool {
    guard bytes[index].isASCIILetterOrDigit else { return false }
    guard index > 0, bytes[index - 1].isASCIILetterOrDigit else { return true }
    // A word may begin directly after an escape, such as %3D or a JSON escape.
    if index >= 3, isEscape(at: index - 3) { return true }
    return index >= 2 && bytes[index - 2] == UInt8(ascii: "\\")
  }

  private func isEscape(at index: Int) -> Bool {
    index + 2 < bytes.count && bytes[index] == UInt8(ascii: "%")
      && bytes[index + 1].hexadecimalValue != nil && bytes[index + 2].hexadecimalValue != nil
  }
}

extension UInt8 {
  fileprivate var isUppercaseLetter: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isLowercaseLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
}
