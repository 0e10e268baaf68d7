/// Functions that detect word boundaries, including in Japanese, which has no spaces between words.
enum WordBoundary {
  /// The script of a letter.
  private enum Script {
    case han
    case hiragana
    case katakana
    case other
  }

  /// The titles that follow people's names.
  private static let titles = ["さん", "様", "さま", "君", "くん", "ちゃん", "氏", "先生", "殿"].map {
    Array($0.utf8)
  }

  /// Returns true if a range of a string in UTF-8 is a word.
  ///
  /// A word ends before a character that is not part of a word, or before a title. Japanese of two
  /// or more characters also ends before another script: 森花は contains the word 森花, but 森花子 does
  /// not.
  static func isWord(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    let word = text[range]
    guard let first = scalar(after: range.lowerBound, in: text),
      let last = scalar(before: range.upperBound, in: text)
    else { return false }
    let isJapanese = script(of: first) != .other && script(of: last) != .other
    let isLong = String(decoding: word, as: UTF8.self).unicodeScalars.count > 1
    func isBoundary(between edge: Unicode.Scalar, and neighbor: Unicode.Scalar?) -> Bool {
      guard let neighbor, isPartOfWord(neighbor) else { return true }
      return isJapanese && isLong && script(of: neighbor) != script(of: edge)
    }
    let rest = text[range.upperBound...]
    return isBoundary(between: first, and: scalar(before: range.lowerBound, in: text))
      && (isBoundary(between: last, and: scalar(after: range.upperBound, in: text))
        || isJapanese && titles.contains(where: rest.starts))
  }

  /// Returns true if a character is part of a word: a letter, a number, an underscore or a hyphen.
  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
      || scalar == "-"
  }

  private static func script(of scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case 0x3041...0x309F: .hiragana
    case 0x30A0...0x30FF, 0x31F0...0x31FF: .katakana
    case 0x3005...0x3007, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: .han
    default: .other
    }
  }

  private static func scalar(after place: Int, in text: [UInt8]) -> Unicode.Scalar? {
    guard place < text.count else { return nil }
    return String(decoding: text[place..<min(place + 4, text.count)], as: UTF8.self)
      .unicodeScalars.first
  }

  private static func scalar(before place: Int, in text: [UInt8]) -> Unicode.Scalar? {
    var start = place - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start < 0 ? nil : scalar(after: start, in: text)
  }
}
