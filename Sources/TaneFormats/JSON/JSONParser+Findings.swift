import TaneCore

extension JSONParser {
  func finding(
    _ message: String,
    code: DiagnosticCode = .jsonSyntax,
    at position: SourcePosition? = nil,
    notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    .error(code, message, at: position ?? self.position, notes: notes)
  }

  func unexpectedCharacter(expecting expected: String) -> Diagnostic {
    guard index < text.count else { return finding("the file ends where \(expected) is expected") }
    if let known = commonMistakeFinding() { return known }
    return finding("expected \(expected), found \(nextCharacter())")
  }

  func trailingText() -> Diagnostic {
    commonMistakeFinding()
      ?? finding(
        "found \(nextCharacter()) after the end of the value; a JSON file contains one value"
      )
  }

  func trailingComma() -> Diagnostic {
    finding("JSON does not allow a comma before the closing \(nextCharacter()); remove it")
  }

  func unclosedContainer(_ container: String, from start: Int) -> Diagnostic {
    let closing = container == "list" ? "]" : "}"
    let note = Diagnostic.Note("the \(container) begins here", at: position(ofByte: start))
    if index >= text.count {
      return finding(
        "the file ends inside a \(container); \"\(closing)\" is missing",
        notes: [note]
      )
    }
    if let known = commonMistakeFinding() { return known }
    return finding(
      "expected a comma or \"\(closing)\", found \(nextCharacter())",
      notes: [note]
    )
  }

  func missingKey(inMapAt start: Int) -> Diagnostic {
    if index >= text.count { return unclosedContainer("map", from: start) }
    if let known = commonMistakeFinding() { return known }
    if continuesWord(at: index) {
      return finding("the key \"\(word())\" has no quotes; JSON requires keys in double quotes")
    }
    return finding("expected a key in double quotes, found \(nextCharacter())")
  }

  func unexpectedWord() -> Diagnostic {
    if let known = commonMistakeFinding() { return known }
    guard continuesWord(at: index) else { return unexpectedCharacter(expecting: "a value") }
    let word = word()
    switch word {
    case "NaN", "Infinity":
      return noSuchNumber(word)
    default:
      let suggestion = Suggestion.nearest(to: word, among: ["true", "false", "null"])
      return finding(
        suggestion.map { "unknown word \"\(word)\"; did you mean \"\($0)\"?" }
          ?? "unknown word \"\(word)\"; put text in double quotes"
      )
    }
  }

  func noSuchNumber(_ word: String) -> Diagnostic {
    finding("JSON has no \(word); use null, text in quotes or a YAML file")
  }

  func rawControlCharacter(_ byte: UInt8, inTextFrom quote: Int) -> Diagnostic {
    let note = Diagnostic.Note("the string begins here", at: position(ofByte: quote))
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      return finding(
        "this string contains a line break; close the quotation mark on the line where the string "
          + "begins, or write the line break as \\n",
        notes: [note]
      )
    case UInt8(ascii: "\t"):
      return finding("this string contains a tab; write it as \\t", notes: [note])
    default:
      return finding(
        "this string contains a control character; write it as \\u00\(byte.hexadecimal)",
        notes: [note]
      )
    }
  }

  func unclosedText(from quote: Int) -> Diagnostic {
    finding("the quote that opens here is never closed", at: position(ofByte: quote))
  }

  func unknownEscape() -> Diagnostic {
    let next = character(at: index + 1)
    return finding(
      "unknown escape \\\(next); valid escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with "
        + "four digits"
    )
  }

  func loneSurrogate(_ unit: UInt16) -> Diagnostic {
    let digits = String(unit, radix: 16)
    return finding(
      "\\u\(digits) is an unpaired surrogate, not a character"
    )
  }

  func invalidUTF8() -> Diagnostic {
    finding(
      "the byte 0x\(String(text[index], radix: 16, uppercase: true)) is not valid UTF-8; "
        + "save the file as UTF-8",
      code: .invalidEncoding
    )
  }

  /// Returns a specific finding if a common mistake, such as a comment, begins at the next byte;
  /// otherwise nil.
  private func commonMistakeFinding() -> Diagnostic? {
    switch text[index] {
    case UInt8(ascii: "/") where text.hasBytes(of: "//", at: index),
      UInt8(ascii: "/") where text.hasBytes(of: "/*", at: index), UInt8(ascii: "#"):
      return finding("JSON has no comments; remove this or use a YAML file")
    case 0x00:
      return finding(
        "the file contains a NUL byte; JSON is text, so if the file is UTF-16, save it as UTF-8",
        code: .invalidEncoding
      )
    case UInt8(ascii: "'"):
      return finding("unexpected single quote; JSON requires text in double quotes")
    case UInt8(ascii: "+"):
      return finding("a number cannot begin with a plus sign in JSON; remove it")
    case UInt8(ascii: "."):
      return finding("a number needs a digit before its decimal point, as in 0.5")
    case 0x80...0xFF where UTF8Sequence.length(in: text, at: index) == 0:
      return invalidUTF8()
    default:
      return nil
    }
  }

  private func nextCharacter() -> String {
    switch text[index] {
    case UInt8(ascii: "\""): "a double quote"
    case UInt8(ascii: ","): "a comma"
    case UInt8(ascii: ":"): "a colon"
    default: "\"\(continuesWord(at: index) ? word() : character(at: index))\""
    }
  }

  /// Returns the next letters and digits, truncated to 32 characters.
  private func word() -> String {
    var end = index
    while continuesWord(at: end) { end += 1 }
    let word = String(decoding: text[index..<end], as: UTF8.self)
    return word.count > 32 ? "\(word.prefix(32))…" : word
  }

  private func character(at index: Int) -> String {
    guard index < text.count else { return "" }
    let length = text[index] < 0x80 ? 1 : max(1, UTF8Sequence.length(in: text, at: index))
    return String(decoding: text[index..<index + length], as: UTF8.self).escapingControls
  }

  private func position(ofByte index: Int) -> SourcePosition {
    source.position(ofByte: index, named: name)
  }
}
