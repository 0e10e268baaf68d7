import Foundation
import TaneCore
package import TaneProject

/// A search of strings, in all their `SearchedForms`, for the originals of masked fields.
///
/// An original of fewer than four characters matches only a whole text or a word (`WordBoundary`),
/// since longer text may contain it by chance. Originals that are too common for a match to be
/// significant are not searched for: fewer than three Latin letters, numbers of fewer than six
/// digits, `true`, `false` and `null`.
package struct OriginalSearch: Sendable {
  /// A match in a string.
  package struct Finding: Sendable {
    package let rule: MaskRule
    /// A Boolean value indicating whether the original is the whole text.
    package let isWhole: Bool
  }

  private struct Pattern: Sendable {
    let rule: MaskRule
    /// The length of the pattern in bytes, without spaces.
    let length: Int
    /// A Boolean value indicating whether the pattern consists of digits, which longer numbers may
    /// contain by chance.
    let isNumber: Bool
    /// A Boolean value indicating whether the pattern matches only a whole text or a word.
    let isShort: Bool
    let spaces: Spaces
    /// A Boolean value indicating whether a country code may precede the pattern, and separators
    /// may be between its digits.
    var isTelephone: Bool
    /// A Boolean value indicating whether the pattern is exempt from the search.
    var isExempt = false
  }

  /// The positions at which a match may have additional spaces.
  private enum Spaces: Sendable {
    /// Between any two characters.
    case anywhere
    /// Between any two characters, if the match is not part of a longer word.
    case inWords
    /// Between all letters or nowhere, if the match is not part of a longer word: the text
    /// "I r a n" matches the original "Iran", but "I ran" does not.
    case betweenAll
    case nowhere
  }

  /// A searchable form of an original.
  private struct Spelling {
    /// The text without spaces.
    let text: [UInt8]
    let spaces: Spaces
    let isTelephone: Bool
  }

  private static let commonWords: Set<String> = ["true", "false", "null", "undefined"]
  /// The maximum number of characters of a pattern that matches only a whole text or a word.
  private static let maximumShortLength = 3
  /// The minimum number of characters of an original that contains only ASCII characters.
  private static let minimumLatinLength = 3
  private static let minimumDigits = 6
  /// The minimum number of letters of an original that is unlikely to span consecutive words by
  /// chance.
  private static let wordLetters = 6

  /// The number of originals that are not searched for because they are short or common.
  package let shortCount: Int
  /// The number of originals that are searched for.
  package let count: Int
  /// The given exceptions that match an original.
  package let exceptions: [String]
  /// The number of originals that are no longer searched for, because pseudonyms contain them.
  package private(set) var sharedCount = 0
  private var patterns: [Pattern] = []
  private let automaton: SubstringAutomaton

  /// Creates a search for originals with their rules; the exceptions may occur anywhere.
  package init(_ originals: [String: MaskRule], except exceptions: [String] = []) {
    var known: [[UInt8]: Int] = [:]
    var (texts, short, patterns) = ([[UInt8]](), 0, [Pattern]())
    // The fixed order makes results deterministic.
    for (original, rule) in originals.sorted(by: { $0.key < $1.key }) {
      let spellings = Self.spellings(of: original)
      if spellings.isEmpty { short += 1 }
      for spelling in spellings {
        if let index = known[spelling.text] {
          if spelling.isTelephone { patterns[index].isTelephone = true }
          continue
        }
        known[spelling.text] = texts.count
        texts.append(spelling.text)
        patterns.append(Self.pattern(spelling, rule))
      }
    }
    var found: [String] = []
    for exception in exceptions {
      let indices = Self.spellings(of: exception).compactMap { known[$0.text] }
      for index in indices { patterns[index].isExempt = true }
      if !indices.isEmpty { found.append(exception) }
    }
    (shortCount, count, self.exceptions) = (short, originals.count - short, found)
    self.patterns = patterns
    automaton = SubstringAutomaton(texts)
  }

  private static func pattern(_ spelling: Spelling, _ rule: MaskRule) -> Pattern {
    let text = spelling.text
    return Pattern(
      rule: rule,
      length: text.count,
      isNumber: text.allSatisfy {
        TextNormalization.isDigit($0) || TextNormalization.isSeparator($0)
      },
      isShort: String(decoding: text, as: UTF8.self).count <= maximumShortLength,
      spaces: spelling.spaces,
      isTelephone: spelling.isTelephone
    )
  }

  /// Returns the searchable forms of an original, or an empty array if it is too short or too
  /// common.
  private static func spellings(of original: String) -> [Spelling] {
    let text = TextNormalization.folded(original).trimmingCharacters(in: .whitespacesAndNewlines)
    let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
    guard !text.isEmpty, !isLatin || text.utf8.count >= minimumLatinLength,
      !commonWords.contains(text)
    else { return [] }
    let isNumber = text.utf8.allSatisfy {
      TextNormalization.isDigit($0) || TextNormalization.isSeparator($0)
    }
    guard !isNumber || text.utf8.count(where: TextNormalization.isDigit) >= minimumDigits else {
      return []
    }
    let form = SearchedForms.Form(Array((TextNormalization.mail(text) ?? text).utf8))
    let spaces: Spaces =
      switch form.textWithoutSpaces.count {
      case _ where !isLatin || form.textWithoutSpaces.count < form.text.count: .anywhere
      case ...maximumShortLength: .nowhere
      case ..<wordLetters: .betweenAll
      default: .inWords
      }
    var spellings = [Spelling(text: form.textWithoutSpaces, spaces: spaces, isTelephone: false)]
    let digits = text.utf8.filter(TextNormalization.isDigit)
    if isNumber, digits.count >= 9 {
      let digits = TextNormalization.telephone(text).map { Array($0.utf8) } ?? Array(digits)
      spellings.append(Spelling(text: digits, spaces: .nowhere, isTelephone: true))
    }
    return spellings
  }

  /// Returns the match in a string, if any.
  package func finding(in text: String) -> Finding? {
    patterns.isEmpty ? nil : finding(in: SearchedForms(text))
  }

  /// Returns the match in a file's bytes, if any; the bytes need not be text.
  package func finding(inBytes bytes: [UInt8]) -> Finding? {
    patterns.isEmpty ? nil : finding(in: SearchedForms(bytes: bytes))
  }

  private func finding(in forms: SearchedForms) -> Finding? {
    for form in forms.forms {
      var found: Finding?
      automaton.find(in: form.textWithoutSpaces) { index, end in
        guard matches(patterns[index], in: form, endingAt: end) else { return false }
        let isWhole = patterns[index].length == form.textWithoutSpaces.count
        found = Finding(rule: patterns[index].rule, isWhole: isWhole)
        return true
      }
      if let found { return found }
    }
    return nil
  }

  /// Stops searching for the originals that a pseudonym contains.
  mutating func exempt(_ pseudonym: String) {
    for form in SearchedForms(pseudonym).forms {
      var found: [Int] = []
      automaton.find(in: form.textWithoutSpaces) { index, end in
        if matches(patterns[index], in: form, endingAt: end) { found.append(index) }
        return false
      }
      for index in found where !patterns[index].isExempt {
        patterns[index].isExempt = true
        sharedCount += 1
      }
    }
  }

  private func matches(_ pattern: Pattern, in form: SearchedForms.Form, endingAt end: Int) -> Bool {
    guard !pattern.isExempt, pattern.length >= form.minimumLength,
      !form.hasJoinedDigits || pattern.isTelephone
    else { return false }
    let text = form.text
    let range = form.range(of: (end - pattern.length)..<end)
    guard allows(pattern.spaces, pattern.length, in: text, range) else { return false }
    if pattern.isShort { return WordBoundary.isWord(text, range) }
    guard pattern.isNumber else { return true }
    if range.upperBound < text.count, TextNormalization.isDigit(text[range.upperBound]) {
      return false
    }
    let start = range.lowerBound
    guard start > 0, TextNormalization.isDigit(text[start - 1]) else { return true }
    guard pattern.isTelephone else { return false }
    // The preceding digits may be a country code or a zero.
    return text[..<start].reversed().prefix(while: TextNormalization.isDigit).count <= 3
  }

  /// Returns true if a range of a string contains only allowed spaces.
  private func allows(_ spaces: Spaces, _ length: Int, in text: [UInt8], _ range: Range<Int>)
    -> Bool
  {
    let count = range.count - length
    guard count > 0 else { return true }
    switch spaces {
    case .anywhere: return true
    case .inWords: return WordBoundary.isWord(text, range)
    case .betweenAll: return count >= length - 1 && WordBoundary.isWord(text, range)
    case .nowhere: return false
    }
  }
}
