/// The texts of Tane in another language.
///
/// An entry has two lines: a text as it stands in the sources, with `{1}` for its first interpolation, and after `→ ` its
/// translation, which has the same placeholders in any order. Where the first line begins with `* ` it is a noun that
/// is counted, and its number is the translation's `{1}`. Lines that begin with `# ` are headings.
package struct Catalogue: Sendable {
  package struct Entry: Sendable {
    package let key: MessageTemplate
    package let translation: MessageTemplate
  }

  /// The texts, those with the most characters of their own first.
  package let entries: [Entry]
  /// The texts without placeholders.
  private let words: [String: String]
  /// What is counted, each in the singular or the plural.
  package let nouns: [String: MessageTemplate]

  /// The catalogue of Japanese.
  package static let japanese = Catalogue(
    [
      JapaneseTexts.commands, JapaneseTexts.rendering, JapaneseTexts.rules,
      JapaneseTexts.core, JapaneseTexts.formats, JapaneseTexts.project, JapaneseTexts.types,
      JapaneseTexts.seeding, JapaneseTexts.services, JapaneseTexts.argumentParser,
    ]
  )

  package init(_ texts: [String]) {
    var entries: [Entry] = []
    var words: [String: String] = [:]
    var nouns: [String: MessageTemplate] = [:]
    for (key, translation) in texts.flatMap(Self.pairs).flatMap(Self.withoutJoint) {
      if key.hasPrefix("* ") {
        nouns[String(key.dropFirst(2))] = MessageTemplate(translation)
      } else if key.contains("{1}") {
        entries.append(Entry(key: MessageTemplate(key), translation: MessageTemplate(translation)))
      } else {
        words[key] = translation
      }
    }
    self.entries = entries.sorted { $0.key.weight > $1.key.weight }
    self.words = words
    self.nouns = nouns
  }

  /// A pair, and what it is as a sentence or clause of its own where it goes on one.
  private static func withoutJoint(
    _ pair: (key: String, translation: String)
  ) -> [(key: String, translation: String)] {
    let joints = [". ", "; ", ", "]
    guard let joint = joints.first(where: pair.key.hasPrefix) else { return [pair] }
    let translation = pair.translation.drop { $0 == "。" || $0 == "、" }
    return [pair, (String(pair.key.dropFirst(joint.count)), String(translation))]
  }

  /// The translation of a text without placeholders.
  package func word(_ text: String) -> String? { words[text] }

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
