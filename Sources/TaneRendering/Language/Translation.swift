/// Finds what a text was made from, and makes it anew in another language.
///
/// A text is one of the catalogue with its places filled, where what fills them is translated as well, unless it stands in
/// quotation marks; or it is put together from such texts: sentences, clauses, lists, counts. A part that is not in the
/// catalogue stays as it is.
struct Translation {
  private let catalogue: Catalogue

  init(_ catalogue: Catalogue) { self.catalogue = catalogue }

  /// Translates lines, each for itself.
  func text(_ english: String) -> String {
    guard english.contains(where: \.isLetter) else { return english }
    return english.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }
      .joined(separator: "\n")
  }

  /// Translates a line, whose parts may have colours, and columns with two spaces between them.
  private func line(_ line: String) -> String {
    let indent = line.prefix { $0 == " " }
    let content = String(line.dropFirst(indent.count))
    if let found = part(content) { return indent + found }
    return indent + Self.cells(of: content).map { $0.isText ? part($0.text) ?? $0.text : $0.text }.joined()
  }

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
    guard text.contains(where: \.isLetter), !Self.isQuotation(text) else { return nil }
    if let word = catalogue.word(text) ?? counted(text) { return word }
    if text.hasPrefix(" ") || text.hasSuffix(" ") { return surrounded(text) }
    return filled(text, isStrict: true) ?? labelled(text) ?? joined(text)
      ?? filled(text, isStrict: false)
  }

  /// What has spaces around it.
  private func surrounded(_ text: String) -> String? {
    let start = text.prefix { $0 == " " }
    let end = String(text.reversed().prefix { $0 == " " })
    return part(String(text.dropFirst(start.count).dropLast(end.count))).map { start + $0 + end }
  }

  /// `error: ` and other words that say what follows.
  private func labelled(_ text: String) -> String? {
    guard let (label, rest) = Self.halves(of: text, at: ": "), let word = catalogue.word(label) else {
      return nil
    }
    return word + ": " + (part(rest) ?? rest)
  }

  /// A text of the catalogue with its places filled.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isStrict: Whether no place is filled with more than a clause.
  private func filled(_ text: String, isStrict: Bool) -> String? {
    for entry in catalogue.entries {
      guard
        let arguments = entry.key.arguments(
          of: text,
          where: { index, argument in
            guard isStrict, !entry.key.isQuoted(index), !argument.hasPrefix(" ") else { return true }
            let ends = index == 0 && entry.key.beginsWithPlace ? Self.clauseEnds + [", ", ": "] : Self.clauseEnds
            return ends.allSatisfy { Self.halves(of: argument, at: $0) == nil }
          }
        )
      else { continue }
      var byNumber: [Int: String] = [:]
      for (index, argument) in arguments.enumerated() {
        byNumber[entry.key.numbers[index]] =
          entry.key.isQuoted(index) ? argument : part(argument) ?? argument
      }
      return Self.tidied(entry.translation.filled(with: byNumber))
    }
    return nil
  }

  private static let clauseEnds = ["; ", ". "]

  /// `1,024 values`.
  private func counted(_ text: String) -> String? {
    let number = text.prefix { $0.isNumber || $0 == "," }
    guard !number.isEmpty, text.dropFirst(number.count).first == " " else { return nil }
    let noun = String(text.dropFirst(number.count + 1))
    let format = catalogue.nouns[noun] ?? (noun.last == "s" ? catalogue.nouns[String(noun.dropLast())] : nil)
    return format?.filled(with: [1: String(number)])
  }

  /// What stands between parts that are put together, with what stands there in the other language.
  private static let joints = [
    (". ", "。"), ("? ", "？"), ("; ", "。"), (": ", ": "), (" · ", " · "), (", and ", "、"), (", ", "、"),
    (" and ", "と"), (" or ", "または"),
  ]

  /// A text that is put together from others, at least one of which is known.
  private func joined(_ text: String) -> String? {
    if let (start, inner) = Self.parenthesis(of: text), let found = part(inner) {
      return Self.tidied((part(start) ?? start) + "（\(found)）")
    }
    for (joint, mark) in Self.joints {
      guard let (left, right) = Self.halves(of: text, at: joint) else { continue }
      let (leftPart, rightPart) = (part(left), part(right))
      guard leftPart != nil || rightPart != nil else { continue }
      return Self.tidied(
        MessageTemplate.joined(
          MessageTemplate.joined(leftPart ?? left, mark),
          rightPart ?? right
        )
      )
    }
    for (end, mark) in Self.ends where text.hasSuffix(end) {
      if let start = part(String(text.dropLast(end.count))) { return Self.tidied(start + mark) }
    }
    return nil
  }

  private static let ends = [(".", "。"), ("?", "？"), (":", ":"), ("…", "…"), ("!", "！")]

  /// What stands before and behind a joint that is outside quotation marks and parentheses.
  private static func halves(of text: String, at joint: String) -> (String, String)? {
    guard text.contains(joint) else { return nil }
    var isQuoted = false
    var depth = 0
    for place in text.indices {
      switch text[place] {
      case "\"": isQuoted.toggle()
      case "(" where !isQuoted: depth += 1
      case ")" where !isQuoted: depth -= 1
      default: break
      }
      if !isQuoted, depth <= 0, text[place...].hasPrefix(joint) {
        let (left, right) = (text[..<place], text[place...].dropFirst(joint.count))
        return left.isEmpty || right.isEmpty ? nil : (String(left), String(right))
      }
    }
    return nil
  }

  /// `start (inner)`, by its parts.
  private static func parenthesis(of text: String) -> (String, String)? {
    guard text.hasSuffix(")"), let place = text.ranges(of: " (").last else { return nil }
    let inner = text[place.upperBound...].dropLast()
    return inner.contains("(") ? nil : (String(text[..<place.lowerBound]), String(inner))
  }

  private static func isQuotation(_ text: String) -> Bool {
    text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") && !text.dropFirst().dropLast().contains("\"")
  }

  /// Japanese puts no space behind its full stops and before its parentheses.
  private static func tidied(_ text: String) -> String {
    text.replacing("。 ", with: "。").replacing("。。", with: "。").replacing(" （", with: "（")
      .replacing("？ ", with: "？")
  }
}
