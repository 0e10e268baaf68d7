import Foundation
import TaneCore
import TaneProject

/// The pseudonyms of originals: the same original always has the same pseudonym.
///
/// An email address or a phone number has the same pseudonym in every notation.
struct Pseudonyms: Sendable {
  /// The maximum number of attempts to find a pseudonym without an original.
  private static let attempts = 32
  /// The letters of hashes: consonants, so that hashes contain no words.
  private static let letters = Array("bcdfghjkmnpqrstv")

  let key: MaskKey
  /// The originals that pseudonyms must not contain.
  var search: OriginalSearch

  init(key: MaskKey, avoiding search: OriginalSearch) {
    (self.key, self.search) = (key, search)
  }

  /// Returns the pseudonym of a string; an empty string is unchanged.
  mutating func pseudonym(for original: String, _ mask: Mask) -> String {
    guard !original.isEmpty else { return original }
    switch mask {
    case .hash: return first { $0.hash(original, $1) }
    case .fake(let kind, let locale):
      return first { $0.fake(kind, locale, original, $1) }
    case .keepFormat: return keepingFormat(original)
    case .null, .drop, .keep: return original
    }
  }

  /// Returns the pseudonym of a key; an object's name retains its file extension.
  mutating func key(_ original: String, _ mask: Mask, in kind: ServiceKind?) -> String {
    guard kind == .buckets, let point = original.lastIndex(of: "."), point != original.startIndex,
      original[point...].wholeMatch(of: /\.[A-Za-z0-9]{1,5}/) != nil,
      TextNormalization.mail(original) == nil
    else { return Self.valid(pseudonym(for: original, mask), as: mask, in: kind) }
    let name = pseudonym(for: String(original[..<point]), mask)
    return Self.valid(name, as: mask, in: kind) + original[point...]
  }

  /// Replaces the characters of a fake value that are invalid in a service's keys; returns other
  /// pseudonyms unchanged.
  private static func valid(_ text: String, as mask: Mask, in kind: ServiceKind?) -> String {
    guard case .fake = mask else { return text }
    let text = text.replacing("/", with: "_")
    guard kind == .databases else { return text }
    return String(text.map { ".$#[]".contains($0) ? "," : $0 })
  }

  /// Returns the first attempt at a pseudonym that contains no original, or else the last attempt.
  private mutating func first(_ make: (Pseudonyms, _ attempt: Int) -> String) -> String {
    var pseudonym = ""
    for attempt in 0..<Self.attempts {
      pseudonym = make(self, attempt)
      if search.finding(in: pseudonym) == nil { return pseudonym }
    }
    // Every possible pseudonym is the original of another value, so a match reveals nothing.
    search.exempt(pseudonym)
    return pseudonym
  }

  // MARK: Texts

  /// Returns the canonical notation of an original.
  private static func canonical(_ original: String) -> String {
    TextNormalization.mail(original) ?? TextNormalization.telephone(original) ?? original
  }

  private func hash(_ original: String, _ attempt: Int) -> String {
    let bytes = key.bytes("hash \(attempt)", Self.canonical(original).utf8, count: 26)
    return String(bytes.map { Self.letters[Int($0 & 0xF)] })
  }

  private func fake(
    _ kind: FakeData,
    _ locale: FakeLocale?,
    _ original: String,
    _ attempt: Int
  ) -> String {
    let number = key.number("fake", Self.canonical(original), attempt: attempt)
    let text = Self.text(kind.value(locale ?? Self.locale(of: original), from: number))
    switch kind {
    case .email:
      // A hash makes the address unique, since there are more people than names.
      return text.replacing("@", with: "-\(hash(original, attempt).prefix(6))@")
    case .phone:
      guard TextNormalization.folded(original).hasPrefix("+") else { return text }
      let digits = text.filter(\.isNumber)
      return digits.hasPrefix("0") ? "+81\(digits.dropFirst())" : "+1\(digits)"
    default: return text
    }
  }

  private static func text(_ value: FixtureScalar) -> String {
    switch value {
    case .text(let text, _): text
    case .integer(let number): "\(number)"
    case .double(let number): "\(number)"
    }
  }

  private static func locale(of original: String) -> FakeLocale {
    let isJapanese =
      TextNormalization.isJapanese(original) || original.hasPrefix("+81")
      || TextNormalization.telephone(original) != nil && original.hasPrefix("0")
      || original.wholeMatch(of: /〒?\d{3}-?\d{4}/) != nil
    return isJapanese ? .ja : .en
  }

  private mutating func keepingFormat(_ original: String) -> String {
    var format = PreservedFormat(original)
    let cipher = FormatCipher(key: key)
    for _ in 0..<Self.attempts {
      cipher.replace(&format.symbols)
      let text = format.text
      if text != original, search.finding(in: text) == nil { return text }
    }
    search.exempt(format.text)
    return format.text
  }

  // MARK: Other values

  /// Returns the pseudonym of an integer: another integer, with the same number of digits unless
  /// the mask specifies otherwise.
  mutating func integer(_ original: Int64, _ mask: Mask) -> Int64 {
    let digits = String(original.magnitude)
    let sign = original < 0 ? "-" : ""
    switch mask {
    case .hash: return Int64(key.number("number", Self.canonical(digits)) >> 11)
    case .fake(let kind, let locale):
      let made = fake(kind, locale, digits, 0)
      if let number = Double(made) { return Int64(number) }
      if let number = Int64(made.filter(\.isASCII).filter(\.isNumber).prefix(18)) { return number }
    default: break
    }
    var text = digits
    for _ in 0..<Self.attempts {
      text = keepingFormat(text)
      if let number = Int64(sign + text) { return number }
    }
    return original < 0 ? -1 : 1
  }

  /// Returns the pseudonym of a floating-point number.
  mutating func double(_ original: Double, _ mask: Mask) -> Double {
    guard original.isFinite, original != 0 else { return original }
    switch mask {
    case .hash: return Double(key.number("number", "\(original)") >> 11) / 1_048_576
    case .fake(let kind, let locale):
      if let number = Double(fake(kind, locale, "\(original)", 0)) { return number }
    default: break
    }
    let parts = "\(abs(original))".split(separator: "e")
    let rest = parts.dropFirst().map { "e\($0)" }.joined()
    let number = Double(keepingFormat(String(parts[0])) + rest) ?? 0
    return original < 0 ? -number : number
  }

  /// Returns the pseudonym of a time: another time, up to a year away.
  func timestamp(_ original: String) -> String {
    guard let time = DocumentTimestamp(parsing: original) else { return original }
    let year: Int64 = 365 * 86_400
    let seconds = Int64(key.number("time", original) % UInt64(2 * year)) - year
    let shift = seconds == 0 ? year : seconds
    return DocumentTimestamp(microseconds: time.microseconds + shift * 1_000_000).shortText
  }

  /// Returns the pseudonym of bytes in Base64, which has the same number of bytes.
  func base64(_ original: String) -> String {
    let count = Data(base64Encoded: original)?.count ?? 0
    return Data(key.bytes("bytes", original.utf8, count: count)).base64EncodedString()
  }

  /// Returns the pseudonym of coordinates: a point in a town, which is in Japan if the original is.
  func coordinates(latitude: Double, longitude: Double) -> (Double, Double) {
    let isJapanese = (24...46).contains(latitude) && (122...154).contains(longitude)
    let number = key.number("place", "\(latitude) \(longitude)")
    return FakeData.coordinates(isJapanese ? .ja : .en, from: number)
  }
}
