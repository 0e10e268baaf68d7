/// The texts of Tane in another language.
///
/// An entry has two lines: a text as it stands in the sources, with `{1}` for its first interpolation, and after `→ ` its
/// translation, which has the same placeholders in any order: `{1!}` for one that is filled with names. Where the first line begins with `* ` it is a noun that
/// is counted, and its number is the translation's `{1}`. Lines that begin with `# ` are headings.
package struct Catalogue: Sendable {
  package struct Entry: Sendable {
    package let key: MessageTemplate
    package let translation: MessageTemplate

    package init(key: MessageTemplate, translation: MessageTemplate) {
      (self.key, self.translation) = (key, translation)
    }

    /// Whether the text says so little of its own that another may look like it.
    package var isVague: Bool { key.letterCount < (key.beginsWithPlace ? 8 : 4) }

    /// Whether what fills the place of an index stays as it is: names, and people's data in quotation marks.
    package func keeps(_ index: Int) -> Bool {
      key.isQuoted(index) || translation.names.contains(key.numbers[index])
    }

    /// Whether the place of an index ends the text in both languages, so that it may be filled with sentences.
    package func endsWithPlace(_ index: Int) -> Bool {
      let last = translation.numbers.count - 1
      return key.ends(withPlace: index) && translation.ends(withPlace: last)
        && translation.numbers[last] == key.numbers[index]
    }
  }

  /// The texts by the byte that they begin with, those with the most characters of their own first; each time with those
  /// that begin with a place.
  private let entries: [UInt8: [Entry]]
  /// Those that begin with a place.
  private let openEntries: [Entry]
  /// Those that say little of their own.
  package let vagueEntries: [Entry]
  /// The texts without placeholders.
  private let words: [String: String]
  /// What is counted, each in the singular or the plural.
  private let nouns: [String: MessageTemplate]

  /// The catalogue of Japanese.
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

  /// A pair, and what it is as a sentence or clause of its own where it goes on one, or another goes on it.
  private static func withoutJoint(
    _ pair: (key: String, translation: String)
  ) -> [(key: String, translation: String)] {
    [pair] + [withoutStart(pair), withoutEnd(pair), clause(pair)].compactMap(\.self)
  }

  /// What a sentence is within another one, without its capital and its full stop.
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
    guard let end = pair.key.firstMatch(of: /\.( \{[0-9]+\})$/)?.output.1.dropFirst(),
      pair.translation.hasSuffix("。" + end)
    else { return nil }
    let key = pair.key.dropLast(end.count + 1)
    return (String(key), String(pair.translation.dropLast(end.count)))
  }

  /// The texts with placeholders that a text may have been made from, those with the most characters of their own first.
  func entries(for text: String) -> [Entry] {
    text.utf8.first.flatMap { entries[$0] } ?? openEntries
  }

  /// The translation of a text without placeholders.
  package func word(_ text: String) -> String? { words[text] }

  /// How a number of something is said, by its noun in the singular or the plural.
  package func noun(_ noun: String) -> MessageTemplate? {
    nouns[noun] ?? (noun.last == "s" ? nouns[String(noun.dropLast())] : nil)
  }

  /// The texts of an embedded catalogue with their translations, in its order.
  package static func pairs(_ text: String) -> [(key: String, translation: String)] {
    let mark = "→ "
    var key: Substring?
    var pairs: [(String, String)] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("# ") {
      if line.hasPrefix(mark) || line == "→" {
        if let key { pairs.append((String(key), String(line.dropFirst(mark.count)))) }
        key = nil
      } else {
        key = line
      }
    }
    return pairs
  }
}
