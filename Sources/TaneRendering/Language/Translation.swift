import Synchronization

/// A translator that matches English messages with the entries of a catalog.
///
/// A string either matches a template in the catalog or is composed of strings that do: sentences,
/// clauses, lists and counts. A template's arguments are translated as well, unless they are in
/// quotation marks. Strings without a translation stay in English. If a string can be split in
/// several ways, the first one with the fewest English words is chosen.
final class Translation {
  private var catalogue: TranslationCatalog
  /// The cached translations of substrings, which recur when a string is split in several ways and
  /// in the lines of an output.
  private var found: [String: TranslatedText?] = [:]

  /// A string after translation.
  private struct TranslatedText {
    let text: String
    /// The number of words that remain in English.
    var left = 0
  }

  /// The names that are never translated.
  private var names: Set<String> = []
  /// The number of matching attempts that remain.
  ///
  /// The number is limited because a text can be split in a very large number of ways.
  private var effort = 0

  private static let japanese = Mutex(
    Translation(JapaneseTexts.own + [JapaneseTexts.argumentParser])
  )

  private init(_ texts: [String]) { catalogue = TranslationCatalog(texts) }

  /// Translates a string to Japanese, except certain names.
  static func japanese(_ english: String, keeping names: Set<String>) -> String {
    japanese.withLock { $0.text(english, keeping: names) }
  }

  /// Translates a string line by line, except certain names.
  private func text(_ english: String, keeping names: Set<String>) -> String {
    guard english.contains(where: \.isLetter) else { return english }
    // The cache is also cleared if the last text exhausted the attempts, since it may contain
    // strings that were not fully examined.
    if names != self.names || effort <= 0 || found.count > 50_000 { found = [:] }
    (self.names, effort) = (names, 6_000_000)
    return english.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line(String($0)) }
      .joined(separator: "\n")
  }

  /// Translates a line, which may contain colors and columns separated by two or more spaces.
  private func line(_ line: String) -> String {
    guard line.utf8.count <= Self.maximumLineLength else { return line }
    let indent = line.prefix { $0 == " " }
    let content = String(line.dropFirst(indent.count))
    let cells = Self.cells(of: content).map { text, isText in
      let found = isText ? translated(text) : nil
      let isWhole = !isText || found?.left == 0 || !text.utf8.contains(where: \.isASCIILetter)
      return (text: found?.text ?? text, isWhole: isWhole)
    }
    let parts = String(indent) + cells.map(\.text).joined()
    // A line with colors is translated piece by piece if no English remains, and otherwise as a
    // whole.
    if content.contains("\u{1B}"), cells.allSatisfy(\.isWhole) { return parts }
    return translated(content).map { String(indent) + $0.text } ?? parts
  }

  /// The maximum length in bytes of a line to translate; longer lines are data.
  private static let maximumLineLength = 4000

  /// Splits a line at colors and at runs of spaces.
  private static func cells(of line: String) -> [(text: String, isText: Bool)] {
    let bytes = Array(line.utf8)
    var cells: [(text: String, isText: Bool)] = []
    var (start, next) = (0, 0)
    while next < bytes.count {
      guard let end = endOfGap(in: bytes, at: next) else {
        next += 1
        continue
      }
      cells.append((String(decoding: bytes[start..<next], as: UTF8.self), true))
      cells.append((String(decoding: bytes[next..<end], as: UTF8.self), false))
      (start, next) = (end, end)
    }
    return cells + [(String(decoding: bytes[start...], as: UTF8.self), true)]
  }

  /// Returns the end of a color (`ESC [ 1 ; 31 m`) or of a run of spaces, or nil if none begins at
  /// an index.
  private static func endOfGap(in bytes: [UInt8], at index: Int) -> Int? {
    let rest = bytes[index...]
    if rest.starts(with: "\u{1B}[".utf8) {
      let end = rest.dropFirst(2).firstIndex {
        !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) && $0 != UInt8(ascii: ";")
      }
      return end.flatMap { bytes[$0] == UInt8(ascii: "m") ? $0 + 1 : nil }
    }
    let end = rest.firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
    return end - index > 1 ? end : nil
  }

  /// Returns the translation of a string, or nil if no part of it can be translated.
  private func translated(_ text: String) -> TranslatedText? {
    if let known = found[text] { return known }
    let translation = newTranslation(of: text)
    found[text] = .some(translation)
    return translation
  }

  private func newTranslation(of text: String) -> TranslatedText? {
    guard effort > 0, text.utf8.contains(where: \.isASCIILetter), !Self.isQuotation(text),
      !names.contains(text)
    else { return nil }
    let entries = catalogue.entries(for: text)
    effort -= entries.count
    if text.hasPrefix(" ") || text.hasSuffix(" ") { return surrounded(text) }
    // A string with columns is translated only if one template contains all of them.
    guard !text.contains("  ") else { return filled(text, entries, isStrict: true) }
    if let word = catalogue.word(text) ?? counted(text) ?? phrase(text) {
      return TranslatedText(text: word)
    }
    return best(of: [
      { self.filled(text, entries, isStrict: true) },
      { Self.isCommand(text) ? TranslatedText(text: text) : nil },
      { self.labeled(text) },
      { self.joined(text, with: Self.sentenceJoints) },
      { self.predicate(text) },
      { self.filled(text, self.catalogue.ambiguousEntries(for: text), isStrict: true) },
      { self.parenthesized(text) },
      { self.ended(text) },
      { self.joined(text, with: Self.listJoints).flatMap { $0.left == 0 ? $0 : nil } },
      { self.filled(text, entries, isStrict: false) },
    ]) ?? joined(text, with: Self.listJoints)
  }

  /// Returns the first translation with the fewest English words; stops at a translation without
  /// any.
  private func best(of ways: some Sequence<() -> TranslatedText?>) -> TranslatedText? {
    var best: TranslatedText?
    for way in ways where effort > 0 {
      guard let part = way(), part.left < best?.left ?? .max else { continue }
      best = part
      if part.left == 0 { break }
    }
    return best
  }

  /// Returns the number of English words in an untranslated text, not counting single words and
  /// lists of words, which may be names.
  private func wordCount(_ text: String) -> Int {
    guard !names.contains(text), !Self.isQuotation(text) else { return 0 }
    if let (start, inner) = Self.parenthesis(of: text) {
      return wordCount(start) + wordCount(inner)
    }
    let words = text.split(separator: " ")
    guard !words.dropLast().allSatisfy({ $0.hasSuffix(",") }) else { return 0 }
    return words.count {
      $0.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || ",;:.".utf8.contains(byte)
      }
    }
  }

  /// Translates a string that has leading or trailing spaces.
  private func surrounded(_ text: String) -> TranslatedText? {
    let start = text.prefix { $0 == " " }
    let end = String(text.reversed().prefix { $0 == " " })
    return translated(String(text.dropFirst(start.count).dropLast(end.count)))
      .map { TranslatedText(text: start + $0.text + end, left: $0.left) }
  }

  /// Translates a string that begins with a label such as `error: `, or with a name and a colon.
  private func labeled(_ text: String) -> TranslatedText? {
    guard let (label, rest) = halves(of: text, at: ": ").first else { return nil }
    guard let word = catalogue.word(label) else {
      guard wordCount(label) == 0, let whole = sentence(rest), whole.left == 0 else { return nil }
      return TranslatedText(text: label + ": " + whole.text)
    }
    let found = translated(rest) ?? TranslatedText(text: rest, left: wordCount(rest))
    return TranslatedText(text: word + ": " + found.text, left: found.left)
  }

  /// Translates a string that is in the catalog with or without its final period.
  private func sentence(_ text: String) -> TranslatedText? {
    guard !text.hasSuffix(".") else {
      return sentence(String(text.dropLast())).map {
        TranslatedText(text: $0.text + "。", left: $0.left)
      }
    }
    return catalogue.word(text).map { TranslatedText(text: $0) }
      ?? filled(text, catalogue.entries(for: text), isStrict: true)
  }

  /// Translates a clause that follows a name, if the translated clause begins with a particle.
  private func predicate(_ text: String) -> TranslatedText? {
    for (subject, clause) in halves(of: text, at: " ").prefix(3) {
      guard wordCount(subject) == 0, let found = sentence(clause), found.left == 0,
        found.text.first.map({ "はがにをの".contains($0) }) == true
      else { continue }
      return TranslatedText(text: MessageTemplate.joined(subject, found.text))
    }
    return nil
  }

  /// Translates a word with its object, such as `storing 4 accounts`, `2 lines above` or `integer
  /// 1000`.
  private func phrase(_ text: String) -> String? {
    if let (verb, rest) = halves(of: text, at: " ").first, let word = catalogue.word(verb) {
      if let counted = counted(rest) { return MessageTemplate.joined(counted, "を\(word)") }
      if Self.isQuotation(rest) || Double(rest) != nil
        || rest.allSatisfy({ $0.isNumber || "-.,".contains($0) })
      {
        return "\(word) \(rest)"
      }
    }
    guard let (start, last) = halves(of: text, at: " ").last, let word = catalogue.word(last)
    else { return nil }
    return counted(start).map { MessageTemplate.joined($0, word) }
  }

  /// Translates a count, such as `1,024 values`.
  private func counted(_ text: String) -> String? {
    let number = text.prefix { $0.isNumber || $0 == "," }
    guard !number.isEmpty, text.dropFirst(number.count).first == " " else { return nil }
    let noun = String(text.dropFirst(number.count + 1))
    return catalogue.noun(noun)?.filled(with: [1: String(number)])
  }

  /// Translates a string that matches a template, including its arguments.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - entries: The catalog entries to match.
  ///   - isStrict: True if an argument must not be longer than a clause.
  /// - Returns: The translation, or nil if no entry matches.
  private func filled(_ text: String, _ entries: [TranslationCatalog.Entry], isStrict: Bool)
    -> TranslatedText?
  {
    let bytes = Array(text.utf8)
    return best(of: entries.lazy.map { entry in { self.filled(bytes, entry, isStrict: isStrict) } })
  }

  private func filled(_ text: [UInt8], _ entry: TranslationCatalog.Entry, isStrict: Bool)
    -> TranslatedText?
  {
    // Matching also translates arguments, which in turn reduces `effort`.
    let before = effort
    var left = before
    let arguments = entry.key.arguments(of: text, effort: &left) { index, argument in
      (!isStrict || isClause(argument, at: index, of: entry))
        && (!entry.isAmbiguous || entry.keeps(index) || isOneText(argument))
    }
    effort -= before - left
    guard let arguments else { return nil }
    let parts = arguments.enumerated().map { entry.keeps($0) ? nil : translated($1) }
    // A string with few letters outside placeholders may match unrelated strings.
    let open = arguments.indices.filter { !entry.keeps($0) }
    guard
      !entry.isAmbiguous || Self.consists(of: open.map { arguments[$0] }, open.map { parts[$0] })
    else { return nil }
    var byNumber: [Int: String] = [:]
    var words = 0
    for (index, argument) in arguments.enumerated() {
      byNumber[entry.key.numbers[index]] = parts[index]?.text ?? argument
      guard !entry.keeps(index) else { continue }
      words += parts[index]?.left ?? wordCount(argument)
    }
    return TranslatedText(text: Self.tidied(entry.translation.filled(with: byNumber)), left: words)
  }

  /// Returns true if a string is a single word, or a translatable string that is not a list; a
  /// count may contain "and".
  private func isOneText(_ text: String) -> Bool {
    guard text.contains(" ") else { return true }
    let isCount = text.first?.isNumber == true
    let joints = isCount ? [", "] : [", ", " and "]
    return joints.allSatisfy { !splits(text, at: $0) } && translated(text) != nil
  }

  /// Returns true if all arguments are numbers, single words or translated strings, and at least
  /// one is a number or a translated string.
  private static func consists(of arguments: [String], _ parts: [TranslatedText?]) -> Bool {
    let isKnown = zip(arguments, parts).map {
      $1 != nil || $0.allSatisfy { $0.isNumber || $0 == "," }
    }
    return isKnown.contains(true)
      && zip(arguments, isKnown).allSatisfy { $1 || !$0.contains(" ") }
  }

  /// Returns true if a string is short enough to be an argument: at most a clause.
  private func isClause(_ text: String, at index: Int, of entry: TranslationCatalog.Entry) -> Bool {
    let key = entry.key
    guard !key.isQuoted(index) else { return !text.contains("\"") }
    guard !text.contains("  ") else { return false }
    guard !text.hasPrefix(" ") else { return true }
    let ends = index == 0 && key.beginsWithPlaceholder ? [". ", ", ", ": "] : [". "]
    return !(text.hasSuffix(".") && key.ends(withPlaceholder: index))
      && ends.allSatisfy { !splits(text, at: $0) }
      && (!splits(text, at: "; ")
        || entry.endsWithPlaceholder(index) && !entry.keeps(index) && translated(text)?.left == 0)
      && (!key.isNextToPlaceholder(index) || isWord(text))
  }

  /// Returns true if only a space may separate a string from the next argument: it is a single word
  /// or completely translated.
  private func isWord(_ text: String) -> Bool {
    guard text.contains(" ") else { return !text.hasSuffix(":") }
    return !text.contains(", ") && translated(text)?.left == 0
  }

  /// The separators between sentences, and their translations.
  private static let sentenceJoints = [
    (". ", "。"), ("? ", "？"), ("; ", "。"), (": ", ": "), (" · ", " · "),
  ]
  private static let listJoints = [
    (", and ", "、"), (", ", "、"), (" and ", "と"), (" or ", "または"),
  ]
  private static let ends = [(".", "。"), ("?", "？"), (":", ":"), ("…", "…"), ("!", "！")]

  /// Translates a string that ends with text in parentheses.
  private func parenthesized(_ text: String) -> TranslatedText? {
    guard let (start, inner) = Self.parenthesis(of: text) else { return nil }
    // The catalog contains some strings together with their parentheses.
    let aside = "(\(inner))"
    let whole = filled(aside, catalogue.entries(for: aside), isStrict: true)
    let (outside, inside) = (translated(start), translated(inner))
    guard whole ?? outside ?? inside != nil else { return nil }
    let found =
      whole
      ?? TranslatedText(text: "（\(inside?.text ?? inner)）", left: inside?.left ?? wordCount(inner))
    let before = outside ?? TranslatedText(text: start, left: wordCount(start))
    return TranslatedText(
      text: Self.tidied(before.text + found.text),
      left: before.left + found.left
    )
  }

  /// Translates a string without its final punctuation mark.
  private func ended(_ text: String) -> TranslatedText? {
    for (end, mark) in Self.ends where text.hasSuffix(end) {
      if let start = translated(String(text.dropLast(end.count))) {
        return TranslatedText(text: Self.tidied(start.text + mark), left: start.left)
      }
    }
    return nil
  }

  /// Translates a string that consists of several strings, of which at least one can be translated.
  private func joined(_ text: String, with joints: [(String, String)]) -> TranslatedText? {
    guard !isListOfNames(text) else { return listOfNames(text) }
    return best(
      of: joints.flatMap { joint, mark in
        halves(of: text, at: joint).reversed()
          .map { half in { self.joined(half.0, half.1, at: joint, mark) } }
      }
    )
  }

  private func joined(_ start: String, _ end: String, at joint: String, _ mark: String)
    -> TranslatedText?
  {
    // The catalog may contain sentences with their final period, and clauses only with the
    // preceding separator.
    let clause = joint == "; " ? translated(joint + end) : nil
    let behind = clause.map {
      TranslatedText(text: String($0.text.trimmingPrefix(mark)), left: $0.left)
    }
    let rest = best(of: [{ self.translated(end) }, { behind }])
    let parts = (translated(start + (joint == ". " ? "." : "")), rest)
    guard parts.0 != nil || parts.1 != nil else { return nil }
    let left = [(start, parts.0), (end, parts.1)].reduce(0) {
      $0 + ($1.1?.left ?? wordCount($1.0))
    }
    let text = MessageTemplate.joined(parts.0?.text ?? start, mark)
    return TranslatedText(
      text: Self.tidied(MessageTemplate.joined(text, parts.1?.text ?? end)),
      left: left
    )
  }

  /// Returns true if a string is a list of single words, quotations or types that may be keys or
  /// names.
  private func isListOfNames(_ text: String) -> Bool {
    let words = Self.words(of: text)
    let isList = zip(words, words.dropFirst()).allSatisfy { word, next in
      word.utf8.last == UInt8(ascii: ",") || [word, next].contains { $0 == "and" || $0 == "or" }
    }
    let names = words.filter { $0 != "and" && $0 != "or" }
      .map { $0.utf8.last == UInt8(ascii: ",") ? $0.dropLast() : $0 }
    return isList && names.count > 1 && !names.contains { $0.contains("(") }
      && names.contains { catalogue.word(String($0)) == nil }
  }

  /// Translates the conjunctions in a list of names; returns nil if the list has none or may
  /// consist of ordinary English words.
  private func listOfNames(_ text: String) -> TranslatedText? {
    guard text.contains(where: { $0.isUppercase || $0 == "\"" }) else { return nil }
    let translated = Self.words(of: text)
      .map { $0 == "and" ? "と" : $0 == "or" ? "または" : $0 }
      .joined(separator: " ")
    return translated == text ? nil : TranslatedText(text: translated)
  }

  /// Splits a string at the spaces that are not in quotation marks or brackets.
  private static func words(of text: String) -> [Substring] {
    var words: [Substring] = []
    var start = text.startIndex
    for place in places(of: " ", in: text) {
      words.append(text[start..<place])
      start = text.utf8.index(after: place)
    }
    return words + [text[start...]]
  }

  /// Returns the strings before and after each separator that is not in quotation marks or
  /// parentheses.
  private func halves(of text: String, at joint: String) -> [(String, String)] {
    effort -= text.utf8.count
    guard effort > 0 else { return [] }
    return Self.places(of: joint, in: text).map { place in
      (
        String(text[..<place]),
        String(text[text.utf8.index(place, offsetBy: joint.utf8.count)...])
      )
    }
  }

  /// Returns true if a separator that is not in quotation marks or parentheses splits a string.
  private func splits(_ text: String, at joint: String) -> Bool {
    !Self.places(of: joint, in: text).isEmpty
  }

  /// Returns the positions of a separator that is not in quotation marks or parentheses.
  private static func places(of joint: String, in text: String) -> [String.Index] {
    var text = text
    let offsets = text.withUTF8 { text in
      var joint = joint
      return joint.withUTF8 { Self.offsets(of: $0, in: text) }
    }
    return offsets.map { text.utf8.index(text.startIndex, offsetBy: $0) }
  }

  private static func offsets(
    of joint: UnsafeBufferPointer<UInt8>,
    in text: UnsafeBufferPointer<UInt8>
  ) -> [Int] {
    var offsets: [Int] = []
    var isQuoted = false
    var depth = 0
    /// The depth of generic arguments, as in `Page<Shop, Int>`.
    var angles = 0
    for offset in text.indices {
      switch text[offset] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "(") where !isQuoted, UInt8(ascii: "[") where !isQuoted: depth += 1
      case UInt8(ascii: ")") where !isQuoted, UInt8(ascii: "]") where !isQuoted: depth -= 1
      case UInt8(ascii: "<") where !isQuoted && offset > 0 && text[offset - 1].isASCIILetter:
        angles += 1
      case UInt8(ascii: ">") where !isQuoted && angles > 0: angles -= 1
      default: break
      }
      let end = offset + joint.count
      // Text in parentheses belongs to the preceding text.
      guard !isQuoted, depth <= 0, angles == 0, text[offset] == joint[0], offset > 0,
        end < text.count,
        text[offset..<end].elementsEqual(joint), text[offset - 1] != UInt8(ascii: " "),
        text[end] != UInt8(ascii: "(")
      else { continue }
      offsets.append(offset)
    }
    return offsets
  }

  /// Splits a string that ends with parentheses into `start` and `inner`, as in `start (inner)`.
  private static func parenthesis(of text: String) -> (String, String)? {
    guard text.utf8.last == UInt8(ascii: ")"),
      let place = text.utf8.lastIndex(of: UInt8(ascii: "("))
    else { return nil }
    let start = text[..<place]
    guard start.utf8.last == UInt8(ascii: " ") else { return nil }
    return (String(start.dropLast()), String(text[place...].dropFirst().dropLast()))
  }

  /// Returns true if a string is a command, such as `tane fixtures show`.
  private static func isCommand(_ text: String) -> Bool {
    text.hasPrefix("tane ") && !text.contains { ",;()".contains($0) }
  }

  private static func isQuotation(_ text: String) -> Bool {
    text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
      && !text.dropFirst().dropLast().contains("\"")
  }

  /// Removes spaces after Japanese periods and before Japanese parentheses.
  ///
  /// Data in quotation marks is not changed.
  private static func tidied(_ text: String) -> String {
    var tidied = String.UnicodeScalarView()
    var isQuoted = false
    for scalar in text.unicodeScalars {
      if scalar == "\"" { isQuoted.toggle() }
      if !isQuoted, let last = tidied.last, isUntidy(last, scalar) {
        guard scalar == "（" else { continue }
        tidied.removeLast()
      }
      tidied.append(scalar)
    }
    return String(tidied)
  }

  private static func isUntidy(_ scalar: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    switch scalar {
    case "。": next == " " || next == "。"
    case "？": next == " "
    case " ": next == "（"
    default: false
    }
  }
}
