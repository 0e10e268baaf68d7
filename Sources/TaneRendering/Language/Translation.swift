/// Finds what a text was made from, and makes it anew in another language.
///
/// A text is one of the catalogue with its places filled, where what fills them is translated as well, unless it stands in
/// quotation marks; or it is put together from such texts: sentences, clauses, lists, counts. A part that is not in the
/// catalogue stays as it is.
final class Translation {
  private let catalogue: Catalogue
  /// What was found of parts: one is looked at for each way in which a text may be put together.
  private var found: [String: String?] = [:]

  /// What stays as it is, although it may be a text of the catalogue.
  private let names: Set<String>
  /// How many more places may be tried: others' texts can be put together in very many ways.
  private var effort = 1_000_000

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
    if let found = part(content) { return indent + found }
    return indent
      + Self.cells(of: content).map { $0.isText ? part($0.text) ?? $0.text : $0.text }.joined()
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
  private func part(_ text: String) -> String? {
    if let known = found[text] { return known }
    let translation = newPart(text)
    found[text] = .some(translation)
    return translation
  }

  private func newPart(_ text: String) -> String? {
    effort -= catalogue.entries.count
    guard effort > 0, text.contains(where: \.isLetter), !Self.isQuotation(text),
      !names.contains(text)
    else { return nil }
    if text.hasPrefix(" ") || text.hasSuffix(" ") { return surrounded(text) }
    // Columns are taken apart first, unless all of them are one text.
    guard !text.contains("  ") else { return filled(text, catalogue.entries, isStrict: true) }
    if let word = catalogue.word(text) ?? counted(text) ?? phrase(text) { return word }
    if let text = filled(text, catalogue.entries, isStrict: true) ?? labelled(text) { return text }
    if let text = joined(text, with: Self.sentenceJoints) { return text }
    if let text = filled(text, catalogue.vagueEntries, isStrict: true) { return text }
    if let text = parenthesized(text) ?? ended(text) ?? joined(text, with: Self.listJoints) {
      return text
    }
    return filled(text, catalogue.entries, isStrict: false)
  }

  /// What has spaces around it.
  private func surrounded(_ text: String) -> String? {
    let start = text.prefix { $0 == " " }
    let end = String(text.reversed().prefix { $0 == " " })
    return part(String(text.dropFirst(start.count).dropLast(end.count))).map { start + $0 + end }
  }

  /// `error: ` and other words that say what follows.
  private func labelled(_ text: String) -> String? {
    guard let (label, rest) = Self.halves(of: text, at: ": ").first,
      let word = catalogue.word(label)
    else { return nil }
    return word + ": " + (part(rest) ?? rest)
  }

  /// `storing 4 accounts`, `2 lines above`, `integer 1000`: a word, and what it is about.
  private func phrase(_ text: String) -> String? {
    if let (verb, rest) = Self.halves(of: text, at: " ").first, let word = catalogue.word(verb) {
      if let counted = counted(rest) { return MessageTemplate.joined(counted, "を\(word)") }
      if Self.isQuotation(rest) || rest.allSatisfy({ $0.isNumber || "-.,".contains($0) }) {
        return "\(word) \(rest)"
      }
    }
    guard let (start, last) = Self.halves(of: text, at: " ").last, let word = catalogue.word(last)
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
  private func filled(_ text: String, _ entries: [Catalogue.Entry], isStrict: Bool) -> String? {
    for entry in entries {
      // What fills a place is looked at meanwhile, and costs of its own.
      let before = effort
      var left = before
      let arguments = entry.key.arguments(of: text, effort: &left) { index, argument in
        (!isStrict || Self.isClause(argument, at: index, of: entry.key))
          && (!entry.isVague || !argument.contains(" ") || part(argument) != nil)
      }
      effort -= before - left
      guard let arguments else { continue }
      let parts = arguments.enumerated().map { entry.key.isQuoted($0) ? nil : part($1) }
      // A text that says little of its own may be any other's.
      guard !entry.isVague || Self.isMade(of: arguments, parts) else { continue }
      var byNumber: [Int: String] = [:]
      for (index, argument) in arguments.enumerated() {
        byNumber[entry.key.numbers[index]] = parts[index] ?? argument
      }
      return Self.tidied(entry.translation.filled(with: byNumber))
    }
    return nil
  }

  /// Whether what fills a text is numbers and names, and texts that are known, one at least.
  private static func isMade(of arguments: [String], _ parts: [String?]) -> Bool {
    let isKnown = zip(arguments, parts).map {
      $1 != nil || $0.allSatisfy { $0.isNumber || $0 == "," }
    }
    return isKnown.contains(true)
      && zip(arguments, isKnown).allSatisfy { $1 || !$0.contains(" ") }
  }

  /// Whether a text is no more than one would fill a place with.
  private static func isClause(_ text: String, at index: Int, of key: MessageTemplate) -> Bool {
    guard !key.isQuoted(index) else { return true }
    guard !text.contains("  ") else { return false }
    guard !text.hasPrefix(" ") else { return true }
    let ends = index == 0 && key.beginsWithPlace ? ["; ", ". ", ", ", ": "] : ["; ", ". "]
    return !(text.hasSuffix(".") && key.ends(withPlace: index))
      && ends.allSatisfy { halves(of: text, at: $0).isEmpty }
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
  private func parenthesized(_ text: String) -> String? {
    guard let (start, inner) = Self.parenthesis(of: text), let found = part(inner) else {
      return nil
    }
    return Self.tidied((part(start) ?? start) + "（\(found)）")
  }

  /// What is known but for the mark that ends it.
  private func ended(_ text: String) -> String? {
    for (end, mark) in Self.ends where text.hasSuffix(end) {
      if let start = part(String(text.dropLast(end.count))) { return Self.tidied(start + mark) }
    }
    return nil
  }

  /// A text that is put together from others, at least one of which is known.
  private func joined(_ text: String, with joints: [(String, String)]) -> String? {
    guard !isListOfNames(text) else { return nil }
    for (joint, mark) in joints {
      // A sentence is known with its full stop.
      let end = joint == ". " ? "." : ""
      let pairs = Self.halves(of: text, at: joint).map { ($0, $1, part($0 + end), part($1)) }
      let isKnown = { (pair: (String, String, String?, String?)) in pair.2 != nil && pair.3 != nil }
      guard
        let pair = pairs.last(where: isKnown) ?? pairs.first(where: { $0.2 != nil || $0.3 != nil })
      else { continue }
      let start = MessageTemplate.joined(pair.2 ?? pair.0, mark)
      return Self.tidied(MessageTemplate.joined(start, pair.3 ?? pair.1))
    }
    return nil
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

  /// What stands before and behind each joint that is outside quotation marks and parentheses.
  private static func halves(of text: String, at joint: String) -> [(String, String)] {
    guard text.contains(joint) else { return [] }
    var halves: [(String, String)] = []
    var isQuoted = false
    var depth = 0
    for place in text.indices {
      switch text[place] {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      default: break
      }
      guard !isQuoted, depth <= 0, text[place...].hasPrefix(joint) else { continue }
      let (left, right) = (text[..<place], text[place...].dropFirst(joint.count))
      if !left.isEmpty, !right.isEmpty { halves.append((String(left), String(right))) }
    }
    return halves
  }

  /// `start (inner)`, by its parts.
  private static func parenthesis(of text: String) -> (String, String)? {
    guard text.hasSuffix(")"), let place = text.ranges(of: " (").last else { return nil }
    let inner = text[place.upperBound...].dropLast()
    return inner.contains("(") ? nil : (String(text[..<place.lowerBound]), String(inner))
  }

  private static func isQuotation(_ text: String) -> Bool {
    text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
      && !text.dropFirst().dropLast().contains("\"")
  }

  /// Japanese puts no space behind its full stops and before its parentheses.
  private static func tidied(_ text: String) -> String {
    text.replacing("。 ", with: "。").replacing("。。", with: "。").replacing(" （", with: "（")
      .replacing("？ ", with: "？")
  }
}
