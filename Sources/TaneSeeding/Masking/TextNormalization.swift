import Foundation
import TaneCore

/// Functions that recognize and normalize strings with several notations, such as phone numbers.
enum TextNormalization {
  /// Returns a string folded for comparison: without differences of case, width and composition,
  /// and without invisible characters.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var scalars = String.UnicodeScalarView()
    // Uppercasing comes first, since one letter may become two: ß becomes SS.
    let folded = text.precomposedStringWithCompatibilityMapping.uppercased().lowercased()
    for scalar in folded.precomposedStringWithCompatibilityMapping.unicodeScalars
    where !scalar.properties.isDefaultIgnorableCodePoint {
      // Dashes, the minus sign and a long vowel mark after a digit are often typed instead of a
      // hyphen.
      let isDash =
        (0x2010...0x2015).contains(scalar.value) || scalar == "\u{2212}"
        || scalar == "ー" && scalars.last.map { ("0"..."9").contains($0) } == true
      scalars.append(isDash ? "-" : scalar)
    }
    return String(scalars)
  }

  /// Returns an email address in canonical notation, or nil if the text is not an email address.
  ///
  /// In keys of a Realtime Database, commas or percent-encoding replace characters that are not
  /// allowed.
  static func mail(_ text: String) -> String? {
    var mail = text.contains("%") ? PercentEncoding.decode(text) : text
    mail = folded(mail).trimmingCharacters(in: .whitespaces)
    let parts = mail.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !mail.contains(where: \.isWhitespace),
      let point = parts[1].lastIndex(where: { $0 == "." || $0 == "," }),
      point != parts[1].startIndex, parts[1][point...].count > 2
    else { return nil }
    return mail.replacing(",", with: ".")
  }

  /// Returns the national significant number of a phone number, or nil if the text is not a phone
  /// number.
  static func telephone(_ text: String) -> String? {
    let text = folded(text)
    guard text.utf8.allSatisfy({ isDigit($0) || isSeparator($0) }) else { return nil }
    let digits = String(decoding: text.utf8.filter(isDigit), as: UTF8.self)
    guard (9...15).contains(digits.count) else { return nil }
    let rest = text.hasPrefix("+") ? digits.dropFirst(countryCodeLength(digits)) : digits[...]
    return String(rest.drop { $0 == "0" })
  }

  /// Returns the length of the country code of an international number.
  static func countryCodeLength(_ digits: some StringProtocol) -> Int {
    if digits.hasPrefix("1") || digits.hasPrefix("7") { return 1 }
    // The two-digit codes; all other codes have three digits (https://www.itu.int/rec/T-REC-E.164).
    let two =
      " 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90"
      + " 91 92 93 94 95 98 "
    return two.contains(" \(digits.prefix(2)) ") ? 2 : 3
  }

  /// Returns true if a string contains Japanese letters.
  static func isJapanese(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      (0x3040...0x30FF).contains(scalar.value) || (0x4E00...0x9FFF).contains(scalar.value)
        || (0xFF66...0xFF9D).contains(scalar.value)
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns true if a byte is a separator between the digits of a phone number.
  static func isSeparator(_ byte: UInt8) -> Bool { " -()+.".utf8.contains(byte) }
}
