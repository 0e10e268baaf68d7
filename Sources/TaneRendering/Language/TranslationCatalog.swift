/// The translations of Tane's messages to another language.
///
/// An entry has two lines: a string from the sources, with `{1}` for its first interpolation, and
/// after `→ ` its translation, with the same placeholders in any order. A placeholder for a name is
/// written as `{1!}`. An entry whose first line begins with `* ` is a noun for counts; `{1}` is the
/// number in its translation. Lines that begin with `# ` are headings.
package struct TranslationCatalog {
  package typealias Pair = (key: String, translation: String)

  package struct Entry {
    package let key: MessageTemplate
    package let translation: MessageTemplate
    /// A Boolean value indicating whether the string may match unrelated strings, because it has
    /// few letters outside placeholders.
    package let isAmbiguous: Bool
    /// The words that a string must contain to match the key.
    fileprivate let words: WordSet

    package init(_ pair: Pair) {
      (key, translation) = (MessageTemplate(pair.key), MessageTemplate(pair.translation))
      let letterCount = pair.key.utf8.count(where: \.isASCIILetter)
      isAmbiguous = letterCount < (key.beginsWithPlaceholder ? 8 : 4)
      words = WordSet(key: pair.key)
    }

    /// Returns true if the argument at an index is not translated, because it is a name or is in
    /// quotation marks.
    package func keeps(_ index: Int) -> Bool {
      key.isQuoted(index) || translation.names.contains(key.numbers[index])
    }

    /// Returns true if a placeholder ends the text in both languages, so that its argument may
    /// consist of several sentences.
    package func endsWithPlaceholder(_ index: Int) -> Bool {
      let last = translation.numbers.count - 1
      return key.ends(withPlaceholder: index) && translation.ends(withPlaceholder: last)
        && translation.numbers[last] == key.numbers[index]
    }
  }

  /// The entries with placeholders that are not vague, those with the longest literal text first.
  private let unambiguousEntries: [Entry]
  /// A cache of the clear entries that can match a string, by the string's first byte.
  private var entriesByFirstByte: [UInt8: [Entry]] = [:]
  /// The vague entries, in the same order.
  private let ambiguousEntries: [Entry]
  /// The translations of strings without placeholders.
  private let words: [String: String]
  /// The translations of nouns for counts, keyed by singular and plural.
  private let nouns: [String: String]

  package init(_ texts: [String]) {
    var entries: [Entry] = []
    var weights: [Int] = []
    var words: [String: String] = [:]
    var nouns: [String: String] = [:]
    let mark = "* "
    for pair in texts.flatMap(Self.pairsWithVariants) {
      if pair.key.utf8.starts(with: mark.utf8) {
        nouns[String(pair.key.dropFirst(mark.count))] = pair.translation
      } else if let weight = MessageTemplate.literalCount(of: pair.key) {
        entries.append(Entry(pair))
        weights.append(weight)
      } else {
        words[pair.key] = pair.translation
      }
    }
    let order = weights.indices.sorted { weights[$0] > weights[$1] }
    unambiguousEntries = order.lazy.map { entries[$0] }.filter { !$0.isAmbiguous }
    ambiguousEntries = order.lazy.map { entries[$0] }.filter(\.isAmbiguous)
    self.words = words
    self.nouns = nouns
  }

  /// Parses the entries of a text, and adds variants that can be used as a separate sentence or
  /// clause.
  private static func pairsWithVariants(_ text: String) -> [Pair] {
    var all: [Pair] = []
    for pair in pairs(text) {
      all.append(pair)
      if let variant = withoutStart(pair) { all.append(variant) }
      if let variant = withoutEnd(pair) { all.append(variant) }
      if let variant = clause(pair) { all.append(variant) }
    }
    return all
  }

  /// Returns a sentence and its translation as clauses, without initial capital and final period.
  private static func clause(_ pair: Pair) -> Pair? {
    guard pair.key.utf8.last == UInt8(ascii: "."), pair.translation.hasSuffix("。"),
      let first = pair.key.unicodeScalars.first, first.properties.isUppercase,
      !zip(pair.key.utf8, pair.key.utf8.dropFirst()).contains(where: { $0 == (0x2E, 0x20) })
    else { return nil }
    return (
      first.properties.lowercaseMapping + pair.key.dropFirst().dropLast(),
      String(pair.translation.dropLast())
    )
  }

  private static func withoutStart(_ pair: Pair) -> Pair? {
    guard let first = pair.key.utf8.first, ".;,{".utf8.contains(first) else { return nil }
    let joints = [
      (". ", ""), ("; ", ""), (", ", ""), ("{1}. {2}. ", "{1}。{2}"), ("{1}. ", "{1}"),
      ("{1}; ", "{1}"),
      ("{1} {2}. ", "{1} {2}"),
    ]
    guard let (joint, start) = joints.first(where: { pair.key.hasPrefix($0.0) }),
      pair.translation.hasPrefix(start)
    else { return nil }
    let key = pair.key.dropFirst(joint.count)
    let translation = pair.translation.dropFirst(start.count).drop { $0 == "。" || $0 == "、" }
    return (String(key), String(translation))
  }

  private static func withoutEnd(_ pair: Pair) -> Pair? {
    if pair.key.utf8.last == UInt8(ascii: ";"), pair.translation.hasSuffix("。") {
      return (String(pair.key.dropLast()), String(pair.translation.dropLast()))
    }
    guard pair.key.utf8.last == UInt8(ascii: "}"),
      let place = pair.key.utf8.lastIndex(of: UInt8(ascii: "{")),
      pair.key[..<place].hasSuffix(". "), pair.translation.hasSuffix("。" + pair.key[place...])
    else { return nil }
    let end = pair.key[place...]
    return (String(pair.key[..<place].dropLast()), String(pair.translation.dropLast(end.count)))
  }

  /// Returns the clear entries that might match a string, longest first.
  mutating func entries(for text: String) -> [Entry] {
    guard let first = text.utf8.first else { return [] }
    let words = WordSet(text.utf8)
    let candidates =
      entriesByFirstByte[first] ?? unambiguousEntries.filter { $0.key.canBegin(with: first) }
    entriesByFirstByte[first] = candidates
    return candidates.filter { words.isSuperset(of: $0.words) }
  }

  /// Returns the vague entries that might match a string, longest first.
  func ambiguousEntries(for text: String) -> [Entry] {
    let words = WordSet(text.utf8)
    return ambiguousEntries.filter { words.isSuperset(of: $0.words) }
  }

  /// Returns the translation of a string without placeholders.
  package func word(_ text: String) -> String? { words[text] }

  /// Returns the translation of a count, given its noun in the singular or plural.
  package func noun(_ noun: String) -> MessageTemplate? {
    (nouns[noun] ?? (noun.last == "s" ? nouns[String(noun.dropLast())] : nil))
      .map { MessageTemplate($0) }
  }

  /// Parses the entries of an embedded catalog, in order.
  package static func pairs(_ text: String) -> [Pair] {
    var text = text
    return text.withUTF8 { bytes in
      let mark = Array("→ ".utf8)
      var key: Slice<UnsafeBufferPointer<UInt8>>?
      var pairs: [Pair] = []
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let line = bytes[start..<end]
        start = end + 1
        if line.first == mark[0], line.starts(with: mark) || line.elementsEqual(mark.dropLast()) {
          if let key {
            pairs.append((Self.text(key), Self.text(line.dropFirst(mark.count))))
          }
          key = nil
        } else if !line.starts(with: "# ".utf8) {
          key = line
        }
      }
      return pairs
    }
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes), as: UTF8.self)
  }
}
