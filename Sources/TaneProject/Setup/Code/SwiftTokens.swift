import TaneCore

/// A token of a Swift source file; comments and spaces are skipped.
struct SwiftToken: Hashable {
  enum Content: Hashable {
    /// An identifier, a keyword or a number.
    case word(String)
    /// The content of a string literal; each interpolation is replaced by `interpolation`.
    case string(String)
    /// A punctuation mark.
    case symbol(Character)
  }

  /// The character that replaces an interpolation; literals of an app do not contain this
  /// character.
  static let interpolation: Character = "\u{FFFC}"

  let content: Content
  let line: Int
  /// A Boolean value indicating whether the token is the first of its line.
  let beginsLine: Bool
}

/// A tokenizer of Swift source code, sufficient to find calls with literals.
struct SwiftTokenizer {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var beginsLine = true
  private var tokens: [SwiftToken] = []

  /// Returns the tokens of a file.
  static func tokens(of text: String) -> [SwiftToken] {
    var tokenizer = SwiftTokenizer(text)
    while tokenizer.next() {}
    return tokenizer.tokens
  }

  private init(_ text: String) { bytes = Array(text.utf8) }

  private mutating func next() -> Bool {
    guard index < bytes.count else { return false }
    switch bytes[index] {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): advance()
    case _ where has("//"): while index < bytes.count, !isAtLineEnd { advance() }
    case _ where has("/*"): skipComment()
    case UInt8(ascii: "\""): readString(marks: 0)
    case UInt8(ascii: "#"): readNumberSigns()
    case let byte where Self.isIdentifierByte(byte): readWord()
    case let byte:
      add(.symbol(Character(Unicode.Scalar(byte))))
      advance()
    }
    return true
  }

  /// Returns true for a byte of an identifier, which includes all bytes of non-ASCII characters.
  private static func isIdentifierByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte >= 0x80 || "_`$".utf8.contains(byte)
  }

  private var isAtLineEnd: Bool { [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(bytes[index]) }

  private func has(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[index + $0] == text.utf8Start[$0] }
  }

  private mutating func add(_ content: SwiftToken.Content, at line: Int? = nil) {
    tokens.append(SwiftToken(content: content, line: line ?? self.line, beginsLine: beginsLine))
    beginsLine = false
  }

  /// Skips bytes, counting lines.
  private mutating func advance(by count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == UInt8(ascii: "\n") {
        line += 1
        beginsLine = true
      }
      index += 1
    }
  }

  private mutating func readWord() {
    let start = index
    while index < bytes.count, Self.isIdentifierByte(bytes[index]) { index += 1 }
    add(.word(String(decoding: bytes[start..<index], as: UTF8.self)))
  }

  /// Skips a block comment, including nested comments.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      let (opens, closes) = (has("/*"), has("*/"))
      if opens { depth += 1 } else if closes { depth -= 1 }
      advance(by: opens || closes ? 2 : 1)
    } while depth > 0 && index < bytes.count
  }

  /// Reads number signs, which begin a raw string or a directive.
  private mutating func readNumberSigns() {
    var end = index
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    let count = end - index
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else {
      add(.symbol("#"))
      return advance()
    }
    advance(by: count)
    readString(marks: count)
  }

  private mutating func readString(marks: Int) {
    let start = line
    let quotes = has("\"\"\"") ? 3 : 1
    advance(by: quotes)
    var text: [UInt8] = []
    while index < bytes.count, !isAtEnd(quotes, marks) {
      // An unterminated literal on one line would hide the rest of the file.
      if quotes == 1, isAtLineEnd { break }
      if bytes[index] == UInt8(ascii: "\\"), hasNumberSigns(index + 1, marks) {
        if byte(index + 1 + marks) == UInt8(ascii: "(") {
          advance(by: 1 + marks)
          skipParentheses()
          text += String(SwiftToken.interpolation).utf8
          continue
        }
        text.append(bytes[index])
        advance()
        guard index < bytes.count, !isAtLineEnd else { continue }
      }
      text.append(bytes[index])
      advance()
    }
    if index < bytes.count, isAtEnd(quotes, marks) { advance(by: quotes + marks) }
    add(.string(String(decoding: text, as: UTF8.self)), at: start)
  }

  private func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

  private func hasNumberSigns(_ start: Int, _ marks: Int) -> Bool {
    (start..<start + marks).allSatisfy { byte($0) == UInt8(ascii: "#") }
  }

  private func isAtEnd(_ quotes: Int, _ marks: Int) -> Bool {
    (index..<index + quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") }
      && hasNumberSigns(index + quotes, marks)
  }

  /// Skips the parentheses of an interpolation, which may contain other literals.
  private mutating func skipParentheses() {
    var (depth, isInLiteral) = (0, false)
    repeat {
      switch bytes[index] {
      case UInt8(ascii: "\""): isInLiteral.toggle()
      case UInt8(ascii: "(") where !isInLiteral: depth += 1
      case UInt8(ascii: ")") where !isInLiteral: depth -= 1
      default: break
      }
      advance()
    } while depth > 0 && index < bytes.count
  }
}
