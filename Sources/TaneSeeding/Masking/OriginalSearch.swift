import Foundation
import TaneCore
package import TaneProject

/// Finds the originals of masked fields in texts, however they are spelled there.
///
/// An original of fewer than four characters is found where it is a whole text, and as a word of one (`WordBoundary`): inside of
/// others it stands by chance. What proves nothing even so is not searched for: fewer than three Latin letters, numbers of
/// fewer than six digits, `true`, `false` and `null`.
package struct OriginalSearch: Sendable {
  /// What was found in a text.
  package struct Finding: Sendable {
    /// The rule that masks it elsewhere.
    package let rule: MaskRule
    /// Whether it is the whole text.
    package let isWhole: Bool
  }

  private struct Pattern: Sendable {
    let rule: MaskRule
    let length: Int
    /// Whether it consists of digits, which a longer number holds by chance.
    let isNumber: Bool
    /// Whether it counts only as a whole text or as a word.
    let isShort: Bool
    /// Whether it may stand behind a country code, and have anything between its digits.
    var isTelephone: Bool
    /// Whether it may stand where it does.
    var isExempt = false
  }

  private static let commonWords: Set<String> = ["true", "false", "null", "undefined"]
  private static let shortCharacters = 3
  private static let minimumDigits = 6

  /// The number of originals that are not searched for because they are short or common.
  package let shortCount: Int
  /// The number of originals that are searched for.
  package let count: Int
  /// The number of spellings that may stand where they do, and so are not searched for any more.
  package var exemptCount: Int { patterns.count(where: \.isExempt) }
  private var patterns: [Pattern] = []
  private let automaton: SubstringAutomaton

  /// Creates a search for originals, each with the rule that masks it.
  package init(_ originals: [String: MaskRule]) {
    var known: [[UInt8]: Int] = [:]
    var (texts, short, patterns) = ([[UInt8]](), 0, [Pattern]())
    // In one order, so that the same rule is named each time.
    for (original, rule) in originals.sorted(by: { $0.key < $1.key }) {
      let spellings = Self.spellings(of: original)
      if spellings.isEmpty { short += 1 }
      for (text, isTelephone) in spellings {
        if let index = known[text] {
          if isTelephone { patterns[index].isTelephone = true }
          continue
        }
        known[text] = texts.count
        texts.append(text)
        let isNumber = text.allSatisfy { TextShape.isDigit($0) || TextShape.isSeparator($0) }
        patterns.append(
          Pattern(
            rule: rule,
            length: text.count,
            isNumber: isNumber,
            isShort: String(decoding: text, as: UTF8.self).count <= Self.shortCharacters,
            isTelephone: isTelephone
          )
        )
      }
    }
    (shortCount, count) = (short, originals.count - short)
    self.patterns = patterns
    automaton = SubstringAutomaton(texts)
  }

  /// What an original is found by; nothing where it proves nothing.
  private static func spellings(of original: String) -> [(text: [UInt8], isTelephone: Bool)] {
    let text = TextShape.folded(original).trimmingCharacters(in: .whitespacesAndNewlines)
    let isLatin = text.utf8.allSatisfy { $0 < 0x80 }
    guard !text.isEmpty, !isLatin || text.utf8.count >= shortCharacters, !commonWords.contains(text)
    else { return [] }
    let isNumber = text.utf8.allSatisfy { TextShape.isDigit($0) || TextShape.isSeparator($0) }
    guard !isNumber || text.utf8.count(where: TextShape.isDigit) >= minimumDigits else { return [] }
    var spellings = [(Array((TextShape.mail(text) ?? text).utf8), false)]
    let digits = text.utf8.filter(TextShape.isDigit)
    if isNumber, digits.count >= 9 {
      spellings.append((TextShape.telephone(text).map { Array($0.utf8) } ?? Array(digits), true))
    }
    return spellings
  }

  /// What is found in a text; nil for nothing.
  package func finding(in text: String) -> Finding? { finding(in: text, isText: true) }

  private func finding(in text: String, isText: Bool) -> Finding? {
    guard !patterns.isEmpty else { return nil }
    for (form, isJoined) in Self.forms(of: text) {
      var found: Finding?
      automaton.find(in: form) { index, end in
        guard !isJoined || patterns[index].isTelephone, isText || !patterns[index].isShort,
          matches(patterns[index], in: form, endingAt: end)
        else { return false }
        found = Finding(rule: patterns[index].rule, isWhole: patterns[index].length == form.count)
        return true
      }
      if let found { return found }
    }
    return nil
  }

  /// What is found in the bytes of a file, be it text or not.
  package func finding(inBytes bytes: [UInt8]) -> Finding? {
    // In what is not text, every three bytes stand somewhere.
    let text = String(validating: bytes, as: UTF8.self)
    return finding(in: text ?? String(decoding: bytes, as: UTF8.self), isText: text != nil)
  }

  /// Lets what stands in a text stand elsewhere as well.
  mutating func exempt(_ text: String) {
    guard !patterns.isEmpty else { return }
    for (form, _) in Self.forms(of: text) {
      var found: [Int] = []
      automaton.find(in: form) { index, end in
        if matches(patterns[index], in: form, endingAt: end) { found.append(index) }
        return false
      }
      for index in found { patterns[index].isExempt = true }
    }
  }

  private func matches(_ pattern: Pattern, in form: [UInt8], endingAt end: Int) -> Bool {
    guard !pattern.isExempt else { return false }
    if pattern.isShort { return WordBoundary.isWord(form, (end - pattern.length)..<end) }
    guard pattern.isNumber else { return true }
    if end < form.count, TextShape.isDigit(form[end]) { return false }
    let start = end - pattern.length
    guard start > 0, TextShape.isDigit(form[start - 1]) else { return true }
    guard pattern.isTelephone else { return false }
    // A country code, or a zero.
    return form[..<start].reversed().prefix(while: TextShape.isDigit).count <= 3
  }

  /// A text in all spellings in which it is searched; one of joined digits for telephones alone.
  private static func forms(of text: String) -> [(text: [UInt8], isJoined: Bool)] {
    let form = Array(TextShape.folded(text).utf8)
    var forms = [(form, false)]
    if text.utf8.contains(UInt8(ascii: "%")) {
      forms.append((Array(TextShape.folded(PercentEncoding.decode(text)).utf8), false))
    }
    // A key of a Realtime Database has commas for the points of a mail address.
    if text.utf8.contains(UInt8(ascii: ",")), text.utf8.contains(UInt8(ascii: "@")) {
      forms.append((Array(TextShape.folded(text.replacing(",", with: ".")).utf8), false))
    }
    if text.contains("://"), text.contains("+") {
      forms.append((Array(TextShape.folded(text.replacing("+", with: " ")).utf8), false))
    }
    if let unescaped = unescaped(text) {
      forms.append((Array(TextShape.folded(unescaped).utf8), false))
    }
    if let digits = joinedDigits(form) { forms.append((digits, true)) }
    return forms
  }

  /// JSON in a text, with the characters that `\u` stands for; nil where there are none.
  private static func unescaped(_ text: String) -> String? {
    guard text.contains("\\u") else { return nil }
    var units: [UInt16] = []
    let source = Array(text.utf16)
    var index = 0
    while index < source.count {
      if source[index] == 0x5C, index + 5 < source.count, source[index + 1] == 0x75,
        let unit = UInt16(
          String(decoding: source[(index + 2)..<(index + 6)], as: UTF16.self),
          radix: 16
        )
      {
        units.append(unit)
        index += 6
      } else {
        units.append(source[index])
        index += 1
      }
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Digits without what people write between those of a telephone; nil where there are not as many.
  private static func joinedDigits(_ form: [UInt8]) -> [UInt8]? {
    guard form.contains(where: TextShape.isSeparator),
      form.count(where: TextShape.isDigit) >= 9
    else { return nil }
    return form.filter { !TextShape.isSeparator($0) }
  }
}
