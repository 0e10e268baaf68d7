/// The texts in string literals of Swift sources, as keys of the catalogue.
///
/// `"a \(b) c"` is the text `a {1} c`. Literals joined with `+` are one text, and each line of a
/// literal is a separate text. Adjacent interpolations are one placeholder, because the boundary
/// between them is ambiguous.
struct SourceTexts {
  /// The texts, in the order in which they end.
  private(set) var texts: [String] = []
  private let characters: [Character]
  private var place = 0

  init(of source: String) {
    characters = Array(source)
    while place < characters.count { readElement() }
  }

  private static let hole: Character = "\u{0}"

  private func begins(_ text: String, at place: Int) -> Bool {
    characters[min(place, characters.count)...].starts(with: text)
  }

  /// Reads a literal, a comment, or one character of the code.
  private mutating func readElement() {
    if begins("//", at: place) {
      while place < characters.count, !characters[place].isNewline { place += 1 }
    } else if begins("/*", at: place) {
      while place < characters.count, !begins("*/", at: place) { place += 1 }
      place += 2
    } else if let pounds = poundsOfLiteral() {
      readJoinedLiterals(pounds)
    } else {
      place += 1
    }
  }

  /// Returns the number of `#` characters before a literal that begins here, or nil.
  private func poundsOfLiteral() -> Int? {
    var end = place
    while end < characters.count, characters[end] == "#" { end += 1 }
    return end < characters.count && characters[end] == "\"" ? end - place : nil
  }

  private mutating func readJoinedLiterals(_ pounds: Int) {
    var text = readLiteral(pounds)
    while true {
      let end = place
      while place < characters.count, characters[place].isWhitespace { place += 1 }
      guard begins("+ ", at: place) else {
        place = end
        break
      }
      place += 2
      while place < characters.count, characters[place].isWhitespace { place += 1 }
      guard let pounds = poundsOfLiteral() else {
        place = end
        break
      }
      text += readLiteral(pounds)
    }
    texts += text.split(separator: "\n").map { Self.key(of: $0) }
  }

  /// Reads a literal, in which `hole` stands for an interpolation.
  private mutating func readLiteral(_ pounds: Int) -> String {
    let guardMarks = String(repeating: "#", count: pounds)
    place += pounds
    let isLong = begins("\"\"\"", at: place)
    place += isLong ? 3 : 1
    let end = (isLong ? "\"\"\"" : "\"") + guardMarks
    var text = ""
    while place < characters.count, !begins(end, at: place) {
      if begins("\\" + guardMarks, at: place) {
        place += 1 + pounds
        readEscape(into: &text)
      } else {
        text.append(characters[place])
        place += 1
      }
    }
    place += end.count
    return isLong ? Self.withoutIndentation(text) : text
  }

  private mutating func readEscape(into text: inout String) {
    guard place < characters.count else { return }
    let character = characters[place]
    place += 1
    switch character {
    case "(":
      readInterpolation()
      if text.last != Self.hole { text.append(Self.hole) }
    case "n": text.append("\n")
    case "t": text.append("\t")
    case "u":
      let digits = characters[place...].dropFirst().prefix { $0 != "}" }
      place += digits.count + 2
      if let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) {
        text.unicodeScalars.append(scalar)
      }
    case _ where character.isNewline:
      while place < characters.count, characters[place] == " " { place += 1 }
    default: text.append(character)
    }
  }

  private mutating func readInterpolation() {
    var depth = 1
    while place < characters.count, depth > 0 {
      if characters[place] == "(" { depth += 1 }
      if characters[place] == ")" { depth -= 1 }
      readElement()
    }
  }

  private static func withoutIndentation(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indent = lines.last?.prefix { $0 == " " }.count ?? 0
    return lines.dropFirst().dropLast().map { $0.dropFirst(indent) }.joined(separator: "\n")
  }

  private static func key(of text: Substring) -> String {
    var count = 0
    let start = text.drop { $0 == " " }
    let trimmed = start.reversed().drop { $0 == " " }.reversed()
    return trimmed.reduce(into: "") { key, character in
      guard character == hole else { return key.append(character) }
      count += 1
      key += "{\(count)}"
    }
  }
}
