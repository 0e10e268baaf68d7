/// The translations of Tane's messages to another language.
///
/// An entry has two lines: a string from the sources, with `{1}` for its first interpolation, and
/// after `→ ` its translation, with the same placeholders in any order. A placeholder for a name is
/// written as `{1!}`. An entry whose first line begins with `* ` is a noun for counts; `{1}` is the
/// number in its translation. Lines that begin with `# ` are headings.
package struct Catalogue: Sendable {
  package struct Entry: Sendable {
    package let key: MessageTemplate
    package let translation: MessageTemplate

    package init(key: MessageTemplate, translation: MessageTemplate) {
      (self.key, self.translation) = (key, translation)
    }

    /// A Boolean value indicating whether the string may match unrelated strings, because it has
    /// few letters outside placeholders.
    package var isVague: Bool { key.letterCount < (key.beginsWithPlaceholder ? 8 : 4) }

    /// Returns true if an argument is a name or data in quotation marks, which is not translated.
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

  /// The strings with placeholders, keyed by their first byte, longest first; each list also
  /// includes the strings that begin with a placeholder.
  private let entries: [UInt8: [Entry]]
  /// The strings that begin with a placeholder.
  private let openEntries: [Entry]
  /// The strings that may match unrelated strings.
  package let vagueEntries: [Entry]
  /// The translations of strings without placeholders.
  private let words: [String: String]
  /// The translations of nouns for counts, keyed by singular and plural.
  private let nouns: [String: MessageTemplate]

  package static let japanese = Catalogue(JapaneseTexts.own + [JapaneseTexts.argumentParser])

  package init(_ texts: [String]) {
    var entries: [Entry] = []
    var words: [String: String] = [:]
    var nouns: [String: MessageTemplate] = [:]
    for (key, translation) in texts.flatMap(Self.pairs).flatMap(Self.withoutJoint) {
      if key.hasPrefix("* ") {
        nouns[String(key.dropFirst(2))] = MessageTemplate(translation)
        continue
      }
      let template = MessageTemplate(key)
      if template.numbers.isEmpty {
        words[key] = translation
      } else {
        entries.append(Entry(key: template, translation: MessageTemplate(translation)))
      }
    }
    entries.sort { $0.key.weight > $1.key.weight }
    let clear = entries.filter { !$0.isVague }
    let starts = Set(clear.compactMap(\.key.firstByte))
    self.entries = Dictionary(
      uniqueKeysWithValues: starts.map { start in
        (start, clear.filter { $0.key.firstByte.map { $0 == start } ?? true })
      }
    )
    openEntries = clear.filter { $0.key.firstByte == nil }
    vagueEntries = entries.filter(\.isVague)
    self.words = words
    self.nouns = nouns
  }

  /// Returns the pair, and variants of it that can be used as a separate sentence or clause.
  private static func withoutJoint(
    _ pair: (key: String, translation: String)
  ) -> [(key: String, translation: String)] {
    [pair] + [withoutStart(pair), withoutEnd(pair), clause(pair)].compactMap(\.self)
  }

  /// Returns a sentence and its translation as clauses, without initial capital and final period.
  private static func clause(
    _ pair: (key: String, translation: String)
  ) -> (key: String, translation: String)? {
    guard let first = pair.key.first, first.isUppercase, pair.key.hasSuffix("."),
      pair.translation.hasSuffix("。"), !pair.key.contains(". ")
    else { return nil }
    return (
      first.lowercased() + pair.key.dropFirst().dropLast(), String(pair.translation.dropLast())
    )
  }

  private static func withoutStart(
    _ pair: (key: String, translation: String)
  ) -> (key: String, translation: String)? {
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

  private static func withoutEnd(
    _ pair: (key: String, translation: String)
  ) -> (key: String, translation: String)? {
    if pair.key.hasSuffix(";"), pair.translation.hasSuffix("。") {
      return (String(pair.key.dropLast()), String(pair.translation.dropLast()))
    }
    guard pair.key.hasSuffix("}"), let place = pair.key.utf8.lastIndex(of: UInt8(ascii: "{")),
      pair.key[..<place].hasSuffix(". "), pair.translation.hasSuffix("。" + pair.key[place...])
    else { return nil }
    let end = pair.key[place...]
    return (String(pair.key[..<place].dropLast()), String(pair.translation.dropLast(end.count)))
  }

  /// Returns the strings with placeholders that might match a string, longest first.
  func entries(for text: String) -> [Entry] {
    text.utf8.first.flatMap { entries[$0] } ?? openEntries
  }

  /// Returns the translation of a string without placeholders.
  package func word(_ text: String) -> String? { words[text] }

  /// Returns the translation of a count, given its noun in the singular or plural.
  package func noun(_ noun: String) -> MessageTemplate? {
    nouns[noun] ?? (noun.last == "s" ? nouns[String(noun.dropLast())] : nil)
  }

  /// Parses the entries of an embedded catalog, in order.
  package static func pairs(_ text: String) -> [(key: String, translation: String)] {
    let mark = "→ "
    var key: Substring?
    var pairs: [(String, String)] = []
    for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Substring(bytes)
      if bytes.starts(with: mark.utf8) || line == "→" {
        if let key { pairs.append((String(key), String(line.dropFirst(mark.count)))) }
        key = nil
      } else if !bytes.starts(with: "# ".utf8) {
        key = line
      }
    }
    return pairs
  }
}
