/// A token of a Swift source file; comments and spaces are left out.
struct SwiftToken: Hashable {
  enum Content: Hashable {
    /// An identifier, a keyword or a number.
    case word(String)
    /// The content of a string literal; each interpolation is replaced by `interpolation`.
    case string(String)
    /// A punctuation mark.
    case mark(Character)
  }

  /// The character in place of an interpolation, which no literal of an app contains.
  static let interpolation: Character = "\u{FFFC}"

  let content: Content
  let line: Int
  /// A Boolean value indicating whether the token is the first of its line.
  let beginsLine: Bool
}

/// Splits Swift source code into tokens, as far as they are needed to find calls with literals.
struct SwiftTokenizer {
  private var rest: Substring
  private var line = 1
  private var beginsLine = true
  private var tokens: [SwiftToken] = []

  /// Returns the tokens of a file.
  static func tokens(of text: String) -> [SwiftToken] {
    var tokenizer = SwiftTokenizer(rest: text[...])
    while tokenizer.next() {}
    return tokenizer.tokens
  }

  private init(rest: Substring) { self.rest = rest }

  private mutating func next() -> Bool {
    guard let first = rest.first else { return false }
    if first.isNewline {
      drop(1)
    } else if first.isWhitespace {
      rest.removeFirst()
    } else if rest.hasPrefix("//") {
      rest = rest.drop { !$0.isNewline }
    } else if rest.hasPrefix("/*") {
      skipComment()
    } else if first == "\"" || first == "#" && rest.drop(while: { $0 == "#" }).first == "\"" {
      readString()
    } else if Self.isPart(first) {
      let word = rest.prefix(while: Self.isPart)
      add(.word(String(word)))
      rest = rest[word.endIndex...]
    } else {
      add(.mark(first))
      rest.removeFirst()
    }
    return true
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_" || character == "`"
  }

  private mutating func add(_ content: SwiftToken.Content, at line: Int? = nil) {
    tokens.append(SwiftToken(content: content, line: line ?? self.line, beginsLine: beginsLine))
    beginsLine = false
  }

  /// Removes characters, counting lines.
  private mutating func drop(_ count: Int) {
    for character in rest.prefix(count) where character.isNewline {
      line += 1
      beginsLine = true
    }
    rest = rest.dropFirst(count)
  }

  /// Skips a comment, which may contain other comments.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") { depth += 1 } else if rest.hasPrefix("*/") { depth -= 1 }
      drop(rest.hasPrefix("/*") || rest.hasPrefix("*/") ? 2 : 1)
    } while depth > 0 && !rest.isEmpty
  }

  private mutating func readString() {
    let start = line
    let marks = String(rest.prefix { $0 == "#" })
    drop(marks.count)
    let quotes = rest.hasPrefix("\"\"\"") ? "\"\"\"" : "\""
    drop(quotes.count)
    var text = ""
    while !rest.isEmpty, !rest.hasPrefix(quotes + marks) {
      // A literal on one line that does not end would hide the rest of the file.
      if quotes.count == 1, rest.first?.isNewline == true { break }
      if rest.hasPrefix("\\\(marks)(") {
        drop(marks.count + 1)
        skipParentheses()
        text.append(SwiftToken.interpolation)
      } else {
        let count = rest.first == "\\" ? 2 : 1
        text += rest.prefix(count)
        drop(count)
      }
    }
    if rest.hasPrefix(quotes + marks) { drop(quotes.count + marks.count) }
    add(.string(text), at: start)
  }

  /// Skips the parentheses of an interpolation, which may contain other literals.
  private mutating func skipParentheses() {
    var (depth, isInLiteral) = (0, false)
    repeat {
      switch rest.first {
      case "\"": isInLiteral.toggle()
      case "(" where !isInLiteral: depth += 1
      case ")" where !isInLiteral: depth -= 1
      default: break
      }
      drop(1)
    } while depth > 0 && !rest.isEmpty
  }
}
