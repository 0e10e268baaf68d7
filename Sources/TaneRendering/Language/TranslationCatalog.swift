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

    package init(_ pair: Pair) {
      (key, translation) = (MessageTemplate(pair.key), MessageTemplate(pair.translation))
      isAmbiguous = key.isAmbiguous
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

  /// The conditions for a string to match an entry, which are checked before the entry is parsed.
  private struct Candidate {
    /// The index of the entry in `pairs`.
    let index: Int
    /// The first byte of the key, or nil if the key begins with a placeholder.
    let first: UInt8?
    /// The words that a string must contain.
    let words: WordSet
    /// The number of bytes of the key outside placeholders.
    let weight: Int
  }

  /// The entries with placeholders.
  private var pairs: [Pair] = []
  /// A cache of entries, by their index in `pairs`.
  private var entries: [Int: Entry] = [:]
  /// The unambiguous entries, ordered by the length of their literal text, longest first.
  private var unambiguous: [Candidate] = []
  /// The ambiguous entries, in the same order.
  private var ambiguous: [Candidate] = []
  /// The translations of strings without placeholders.
  private var words: [String: String] = [:]
  /// The translations of nouns for counts, keyed by singular and plural.
  private var nouns: [String: String] = [:]

  package init(_ texts: [String]) {
    words.reserveCapacity(4096)
    for pair in texts.flatMap(Self.pairsWithVariants) { add(pair) }
    unambiguous.sort { $0.weight > $1.weight }
    ambiguous.sort { $0.weight > $1.weight }
  }

  private mutating func add(_ pair: Pair) {
    let mark = "* "
    guard !pair.key.utf8.starts(with: mark.utf8) else {
      nouns[String(pair.key.dropFirst(mark.count))] = pair.translation
      return
    }
    let key = MessageTemplate(pair.key)
    guard let weight = key.literalCount else {
      words[pair.key] = pair.translation
      return
    }
    let candidate = Candidate(
      index: pairs.count,
      first: key.beginsWithPlaceholder ? nil : pair.key.utf8.first,
      words: WordSet(key: pair.key),
      weight: weight
    )
    pairs.append(pair)
    if key.isAmbiguous { ambiguous.append(candidate) } else { unambiguous.append(candidate) }
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
    guard pair.key.utf8.last == UInt8(ascii: "."), ends(pair.translation, with: "。"),
      let first = pair.key.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
      !hasSeveralSentences(pair.key)
    else { return nil }
    let key = Substring(pair.key.utf8.dropFirst().dropLast())
    return (String(UnicodeScalar(first | 0x20)) + key, text(of: pair.translation, without: "。"))
  }

  /// Returns true if a text contains a period that is followed by a space.
  ///
  /// A loop is faster than `zip`, whose types would be created at the start of every command.
  private static func hasSeveralSentences(_ text: String) -> Bool {
    var last: UInt8 = 0
    for byte in text.utf8 {
      if last == UInt8(ascii: "."), byte == UInt8(ascii: " ") { return true }
      last = byte
    }
    return false
  }

  private static func withoutStart(_ pair: Pair) -> Pair? {
    guard let first = pair.key.utf8.first, ".;,{".utf8.contains(first) else { return nil }
    let joints = [
      (". ", ""), ("; ", ""), (", ", ""), ("{1}. {2}. ", "{1}。{2}"), ("{1}. ", "{1}"),
      ("{1}; ", "{1}"),
      ("{1} {2}. ", "{1} {2}"),
    ]
    guard let (joint, start) = joints.first(where: { pair.key.utf8.starts(with: $0.0.utf8) }),
      pair.translation.utf8.starts(with: start.utf8)
    else { return nil }
    let translation = Substring(pair.translation.utf8.dropFirst(start.utf8.count))
    return (
      String(Substring(pair.key.utf8.dropFirst(joint.utf8.count))),
      String(translation.drop { $0 == "。" || $0 == "、" })
    )
  }

  private static func withoutEnd(_ pair: Pair) -> Pair? {
    if pair.key.utf8.last == UInt8(ascii: ";"), ends(pair.translation, with: "。") {
      return (text(of: pair.key, without: ";"), text(of: pair.translation, without: "。"))
    }
    guard pair.key.utf8.last == UInt8(ascii: "}"),
      let place = pair.key.utf8.lastIndex(of: UInt8(ascii: "{"))
    else { return nil }
    let end = String(pair.key[place...])
    guard ends(pair.key, with: ". " + end), ends(pair.translation, with: "。" + end) else {
      return nil
    }
    return (text(of: pair.key, without: " " + end), text(of: pair.translation, without: end))
  }

  /// Returns true if a text ends with a suffix; for Japanese, this is faster than `hasSuffix`.
  private static func ends(_ text: String, with suffix: String) -> Bool {
    text.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
  }

  private static func text(of text: String, without suffix: String) -> String {
    String(Substring(text.utf8.dropLast(suffix.utf8.count)))
  }

  /// Returns the unambiguous entries that might match a string, longest first.
  mutating func entries(for text: String) -> [Entry] { entries(for: text, among: unambiguous) }

  /// Returns the ambiguous entries that might match a string, longest first.
  mutating func ambiguousEntries(for text: String) -> [Entry] {
    entries(for: text, among: ambiguous)
  }

  private mutating func entries(for text: String, among candidates: [Candidate]) -> [Entry] {
    let first = text.utf8.first
    let words = WordSet(text.utf8)
    var found: [Entry] = []
    for candidate in candidates
    where (candidate.first == nil || candidate.first == first)
      && words.isSuperset(of: candidate.words)
    {
      let entry = entries[candidate.index] ?? Entry(pairs[candidate.index])
      entries[candidate.index] = entry
      found.append(entry)
    }
    return found
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
