/// Finds what a text was made from, and makes it anew in another language.
///
/// A text is one of the catalogue with its places filled, where what fills them is translated as well, unless it stands in
/// quotation marks; or it is put together from such texts: sentences, clauses, lists, counts. A part that is not in the
/// catalogue stays as it is. Of the ways to take a text apart the one that leaves the fewest words in English is taken.
final class Translation {
  private let catalogue: Catalogue
  /// What was found of parts: one is looked at for each way in which a text may be put together.
  private var found: [String: Part?] = [:]

  /// A text in the other language.
  private struct Part {
    let text: String
    /// How many words are left as they were, as no text of the catalogue holds them.
    var left = 0
  }

  /// What stays as it is, although it may be a text of the catalogue.
  private let names: Set<String>
  /// How many more places may be tried: others' texts can be put together in very many ways.
  private var effort = 6_000_000

  init(_ catalogue: Catalogue, keeping names: Set<String> = []) {
    (self.catalogue, self.names) = (catalogue, names)
  }

  /// Translates lines, each for itself.
  func text(_ english: String) -> String {
    guard english.contains(where: \.isLetter) else { return english }
    return english.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }
      .joined(separator: "\n")
  }

  /// Translates a line, whose parts may have colours, and columns with two spaces between them.
  private func line(_ line: String) -> String {
    guard line.utf8.count <= Self.longestLine else { return line }
    let indent = line.prefix { $0 == " " }
    let content = String(line.dropFirst(indent.count))
    let cells = Self.cells(of: content).map { text, isText in
      let found = isText ? part(text) : nil
      let isWhole = !isText || found?.left == 0 || !text.contains { $0.isASCII && $0.isLetter }
      return (text: found?.text ?? text, isWhole: isWhole)
    }
    let parts = String(indent) + cells.map(\.text).joined()
    // Colours are of no text: only where a part says nothing by itself, the line may say it as a whole.
    if content.contains("\u{1B}"), cells.allSatisfy(\.isWhole) { return parts }
    return part(content).map { String(indent) + $0.text } ?? parts
  }

  /// The longest line that is looked at, in bytes: a longer one holds data.
  private static let longestLine = 4000

  /// The parts of a line between colours and double spaces.
  private static func cells(of line: String) -> [(text: String, isText: Bool)] {
    var cells: [(text: String, isText: Bool)] = []
    var rest = line[...]
    while let match = rest.firstMatch(of: /\u{1B}\[[0-9;]*m| {2,}/) {
      cells.append((String(rest[..<match.range.lowerBound]), true))
      cells.append((String(match.output), false))
      rest = rest[match.range.upperBound...]
    }
    return cells + [(String(rest), true)]
  }

  /// The translation of a text; nil where nothing in it is known.
  private func part(_ text: String) -> Part? {
    if let known = found[text] { return known }
    let translation = newPart(text)
    found[text] = .some(translation)
    return translation
  }

  private func newPart(_ text: String) -> Part? {
    guard effort > 0, text.contains(where: { $0.isASCII && $0.isLetter }), !Self.isQuotation(text),
      !names.contains(text)
    else { return nil }
    let entries = catalogue.entries(for: text)
    effort -= entries.count
    if text.hasPrefix(" ") || text.hasSuffix(" ") { return surrounded(text) }
    // Columns are taken apart first, unless all of them are one text.
    guard !text.contains("  ") else { return filled(text, entries, isStrict: true) }
    if let word = catalogue.word(text) ?? counted(text) ?? phrase(text) { return Part(text: word) }
    return best(of: [
      { self.filled(text, entries, isStrict: true) },
      { Self.isCommand(text) ? Part(text: text) : nil },
      { self.labelled(text) },
      { self.joined(text, with: Self.sentenceJoints) },
      { self.predicate(text) },
      { self.filled(text, self.catalogue.vagueEntries, isStrict: true) },
      { self.parenthesized(text) },
      { self.ended(text) },
      { self.joined(text, with: Self.listJoints).flatMap { $0.left == 0 ? $0 : nil } },
      { self.filled(text, entries, isStrict: false) },
    ]) ?? joined(text, with: Self.listJoints)
  }

  /// What leaves the fewest words, the first of such; what is known as a whole ends the search.
  private func best(of ways: some Sequence<() -> Part?>) -> Part? {
    var best: Part?
    for way in ways where effort > 0 {
      guard let part = way(), part.left < best?.left ?? .max else { continue }
      best = part
      if part.left == 0 { break }
    }
    return best
  }

  /// How many words of English a text that is not known seems to hold: single ones, and lists of them, may be names.
  private func wordCount(_ text: String) -> Int {
    guard !names.contains(text), !Self.isQuotation(text) else { return 0 }
    if let (start, inner) = Self.parenthesis(of: text) {
      return wordCount(start) + wordCount(inner)
    }
    let words = text.split(separator: " ")
    guard !words.dropLast().allSatisfy({ $0.hasSuffix(",") }) else { return 0 }
    return words.count { $0.allSatisfy { $0.isASCII && $0.isLowercase || ",;:.".contains($0) } }
  }

  /// What has spaces around it.
  private func surrounded(_ text: String) -> Part? {
    let start = text.prefix { $0 == " " }
    let end = String(text.reversed().prefix { $0 == " " })
    return part(String(text.dropFirst(start.count).dropLast(end.count)))
      .map { Part(text: start + $0.text + end, left: $0.left) }
  }

  /// `error: ` and other words that say what follows, or what it is about: a name before a text of the catalogue.
  private func labelled(_ text: String) -> Part? {
    guard let (label, rest) = halves(of: text, at: ": ").first else { return nil }
    guard let word = catalogue.word(label) else {
      guard wordCount(label) == 0, let whole = sentence(rest), whole.left == 0 else { return nil }
      return Part(text: label + ": " + whole.text)
    }
    let found = part(rest) ?? Part(text: rest, left: wordCount(rest))
    return Part(text: word + ": " + found.text, left: found.left)
  }

  /// A text of the catalogue, which may end with a full stop.
  private func sentence(_ text: String) -> Part? {
    guard !text.hasSuffix(".") else {
      return sentence(String(text.dropLast())).map { Part(text: $0.text + "。", left: $0.left) }
    }
    return catalogue.word(text).map { Part(text: $0) }
      ?? filled(text, catalogue.entries(for: text), isStrict: true)
  }

  /// What a name is said to be, where the name and what is said of it come from two places of the sources: the
  /// translation of such a clause begins with a particle.
  private func predicate(_ text: String) -> Part? {
    for (subject, clause) in halves(of: text, at: " ").prefix(3) {
      guard wordCount(subject) == 0, let found = part(clause), found.left == 0,
        found.text.first.map({ "はがにをの".contains($0) }) == true
      else { continue }
      return Part(text: MessageTemplate.joined(subject, found.text))
    }
    return nil
  }

  /// `storing 4 accounts`, `2 lines above`, `integer 1000`: a word, and what it is about.
  private func phrase(_ text: String) -> String? {
    if let (verb, rest) = halves(of: text, at: " ").first, let word = catalogue.word(verb) {
      if let counted = counted(rest) { return MessageTemplate.joined(counted, "を\(word)") }
      if Self.isQuotation(rest) || rest.allSatisfy({ $0.isNumber || "-.,".contains($0) }) {
        return "\(word) \(rest)"
      }
    }
    guard let (start, last) = halves(of: text, at: " ").last, let word = catalogue.word(last)
    else { return nil }
    return counted(start).map { MessageTemplate.joined($0, word) }
  }

  /// `1,024 values`.
  private func counted(_ text: String) -> String? {
    let number = text.prefix { $0.isNumber || $0 == "," }
    guard !number.isEmpty, text.dropFirst(number.count).first == " " else { return nil }
    let noun = String(text.dropFirst(number.count + 1))
    return catalogue.noun(noun)?.filled(with: [1: String(number)])
  }

  /// A text of the catalogue with its places filled.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - entries: The texts that it may be.
  ///   - isStrict: Whether no place is filled with more than a clause.
  /// - Returns: The text in the other language; nil where it is none of them.
  private func filled(_ text: String, _ entries: [Catalogue.Entry], isStrict: Bool) -> Part? {
    let bytes = Array(text.utf8)
    return best(of: entries.lazy.map { entry in { self.filled(bytes, entry, isStrict: isStrict) } })
  }

  private func filled(_ text: [UInt8], _ entry: Catalogue.Entry, isStrict: Bool) -> Part? {
    // What fills a place is looked at meanwhile, and costs of its own.
    let before = effort
    var left = before
    let arguments = entry.key.arguments(of: text, effort: &left) { index, argument in
      (!isStrict || isClause(argument, at: index, of: entry))
        && (!entry.isVague || entry.keeps(index) || isOneText(argument))
    }
    effort -= before - left
    guard let arguments else { return nil }
    let parts = arguments.enumerated().map { entry.keeps($0) ? nil : part($1) }
    // A text that says little of its own may be any other's.
    let open = arguments.indices.filter { !entry.keeps($0) }
    guard !entry.isVague || Self.isMade(of: open.map { arguments[$0] }, open.map { parts[$0] })
    else { return nil }
    var byNumber: [Int: String] = [:]
    var words = 0
    for (index, argument) in arguments.enumerated() {
      byNumber[entry.key.numbers[index]] = parts[index]?.text ?? argument
      guard !entry.keeps(index) else { continue }
      words += parts[index]?.left ?? wordCount(argument)
    }
    return Part(text: Self.tidied(entry.translation.filled(with: byNumber)), left: words)
  }

  /// Whether a text is a single word, or a known one that is not a list; counts may be one.
  private func isOneText(_ text: String) -> Bool {
    guard text.contains(" ") else { return true }
    let isCount = text.first?.isNumber == true
    let joints = isCount ? [", "] : [", ", " and "]
    return joints.allSatisfy { halves(of: text, at: $0).isEmpty } && part(text) != nil
  }

  /// Whether what fills a text is numbers and names, and texts that are known, one at least.
  private static func isMade(of arguments: [String], _ parts: [Part?]) -> Bool {
    let isKnown = zip(arguments, parts).map {
      $1 != nil || $0.allSatisfy { $0.isNumber || $0 == "," }
    }
    return isKnown.contains(true)
      && zip(arguments, isKnown).allSatisfy { $1 || !$0.contains(" ") }
  }

  /// Whether a text is no more than one would fill a place with.
  private func isClause(_ text: String, at index: Int, of entry: Catalogue.Entry) -> Bool {
    let key = entry.key
    guard !key.isQuoted(index) else { return !text.contains("\"") }
    guard !text.contains("  ") else { return false }
    guard !text.hasPrefix(" ") else { return true }
    let ends = index == 0 && key.beginsWithPlace ? [". ", ", ", ": "] : [". "]
    return !(text.hasSuffix(".") && key.ends(withPlace: index))
      && ends.allSatisfy { halves(of: text, at: $0).isEmpty }
      && (halves(of: text, at: "; ").isEmpty
        || entry.endsWithPlace(index) && !entry.keeps(index) && part(text)?.left == 0)
      && (!key.isBesidePlace(index) || isWord(text))
  }

  /// Whether a text may stand beside another place with no more than a space between them, where nobody sees which of the
  /// two a word belongs to: a single word, a count, or a text that is known.
  private func isWord(_ text: String) -> Bool {
    guard text.contains(" ") else { return !text.hasSuffix(":") }
    return !text.contains(", ") && part(text)?.left == 0
  }

  /// What stands between parts that are put together, with what stands there in the other language.
  private static let sentenceJoints = [
    (". ", "。"), ("? ", "？"), ("; ", "。"), (": ", ": "), (" · ", " · "),
  ]
  private static let listJoints = [
    (", and ", "、"), (", ", "、"), (" and ", "と"), (" or ", "または"),
  ]
  private static let ends = [(".", "。"), ("?", "？"), (":", ":"), ("…", "…"), ("!", "！")]

  /// What has something in parentheses behind it.
  private func parenthesized(_ text: String) -> Part? {
    guard let (start, inner) = Self.parenthesis(of: text) else { return nil }
    // Some texts of the catalogue have the parentheses themselves.
    let aside = "(\(inner))"
    let whole = filled(aside, catalogue.entries(for: aside), isStrict: true)
    let (outside, inside) = (part(start), part(inner))
    guard whole ?? outside ?? inside != nil else { return nil }
    let found =
      whole
      ?? Part(text: "（\(inside?.text ?? inner)）", left: inside?.left ?? wordCount(inner))
    let before = outside ?? Part(text: start, left: wordCount(start))
    return Part(text: Self.tidied(before.text + found.text), left: before.left + found.left)
  }

  /// What is known but for the mark that ends it.
  private func ended(_ text: String) -> Part? {
    for (end, mark) in Self.ends where text.hasSuffix(end) {
      if let start = part(String(text.dropLast(end.count))) {
        return Part(text: Self.tidied(start.text + mark), left: start.left)
      }
    }
    return nil
  }

  /// A text that is put together from others, at least one of which is known.
  private func joined(_ text: String, with joints: [(String, String)]) -> Part? {
    guard !isListOfNames(text) else { return listOfNames(text) }
    return best(
      of: joints.flatMap { joint, mark in
        halves(of: text, at: joint).reversed()
          .map { half in { self.joined(half.0, half.1, at: joint, mark) } }
      }
    )
  }

  private func joined(_ start: String, _ end: String, at joint: String, _ mark: String) -> Part? {
    // A sentence is known with its full stop.
    // Some clauses are known only with the joint before them.
    let clause = joint == "; " ? part(joint + end) : nil
    let behind = clause.map { Part(text: String($0.text.trimmingPrefix(mark)), left: $0.left) }
    let parts = (part(start + (joint == ". " ? "." : "")), part(end) ?? behind)
    guard parts.0 != nil || parts.1 != nil else { return nil }
    let left = [(start, parts.0), (end, parts.1)].reduce(0) {
      $0 + ($1.1?.left ?? wordCount($1.0))
    }
    let text = MessageTemplate.joined(parts.0?.text ?? start, mark)
    return Part(
      text: Self.tidied(MessageTemplate.joined(text, parts.1?.text ?? end)),
      left: left
    )
  }

  /// Whether a text is a list of single words, one of which is not in the catalogue: keys and names, of which others
  /// may look like words of it.
  private func isListOfNames(_ text: String) -> Bool {
    let words = [", and ", ", or ", " and ", " or "]
      .reduce(text) { $0.replacing($1, with: ", ") }
      .split(separator: ", ")
    return words.count > 1 && words.allSatisfy { !$0.contains(" ") }
      && words.contains { catalogue.word(String($0)) == nil }
  }

  /// A list of names with what stands between them in the other language; nil where that is commas alone, and where its words
  /// may be English that nobody knows.
  private func listOfNames(_ text: String) -> Part? {
    guard text.contains(where: \.isUppercase) else { return nil }
    let translated = [(" and ", " と "), (" or ", " または ")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
    return translated == text ? nil : Part(text: translated)
  }

  /// What stands before and behind each joint that is outside quotation marks and parentheses.
  private func halves(of text: String, at joint: String) -> [(String, String)] {
    effort -= text.utf8.count
    guard effort > 0, text.contains(joint) else { return [] }
    var halves: [(String, String)] = []
    var isQuoted = false
    var depth = 0
    for place in text.indices {
      switch text[place] {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted, "[" where !isQuoted: depth += 1
      case ")" where !isQuoted, "]" where !isQuoted: depth -= 1
      default: break
      }
      guard !isQuoted, depth <= 0, text[place...].hasPrefix(joint) else { continue }
      let (left, right) = (text[..<place], text[place...].dropFirst(joint.count))
      // What is in parentheses belongs to the text before it.
      if !left.isEmpty, left.last != " ", !right.isEmpty, right.first != "(" {
        halves.append((String(left), String(right)))
      }
    }
    return halves
  }

  /// `start (inner)`, by its parts.
  private static func parenthesis(of text: String) -> (String, String)? {
    guard text.hasSuffix(")"), let place = text.ranges(of: " (").last else { return nil }
    let inner = text[place.upperBound...].dropLast()
    return inner.contains("(") ? nil : (String(text[..<place.lowerBound]), String(inner))
  }

  /// Whether a text is a command to type, such as `tane fixtures show`.
  private static func isCommand(_ text: String) -> Bool {
    text.hasPrefix("tane ") && !text.contains { ",;()".contains($0) }
  }

  private static func isQuotation(_ text: String) -> Bool {
    text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
      && !text.dropFirst().dropLast().contains("\"")
  }

  /// Japanese puts no space behind its full stops and before its parentheses.
  ///
  /// What stands in quotation marks is data.
  private static func tidied(_ text: String) -> String {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .map { index, part in
        guard index.isMultiple(of: 2) else { return String(part) }
        return String(part).replacing("。 ", with: "。").replacing("。。", with: "。")
          .replacing(" （", with: "（").replacing("？ ", with: "？")
      }
      .joined(separator: "\"")
  }
}
