import TaneCore

/// The result of parsing text in quotes.
enum QuotedText {
  /// A range of the file's bytes, for text without escapes.
  case range(Range<Int>)
  /// The text in `JSONParser.unescaped`.
  case unescaped
}

extension JSONParser {
  mutating func parseString() throws(Diagnostic) {
    switch try parseQuotedText() {
    case .range(let range): builder.append(textRange: range)
    case .unescaped: unescaped.withUnsafeBufferPointer { builder.append(utf8: $0) }
    }
  }

  mutating func parseKey() throws(Diagnostic) {
    switch try parseQuotedText() {
    case .range(let range): builder.setKey(textRange: range)
    case .unescaped: unescaped.withUnsafeBufferPointer { builder.setKey(utf8: $0) }
    }
  }

  private mutating func parseQuotedText() throws(Diagnostic) -> QuotedText {
    let quote = index
    index += 1
    let start = index
    try skipPlainText(from: quote)
    if text[index] == UInt8(ascii: "\"") {
      index += 1
      return .range(start..<index - 1)
    }
    try parseEscapedText(from: start, quote: quote)
    return .unescaped
  }

  /// Skips to the next quote or backslash.
  private mutating func skipPlainText(from quote: Int) throws(Diagnostic) {
    while true {
      index = text.endOfPlainText(from: index)
      guard index < text.count else { break }
      let byte = text[index]
      if byte >= 0x80 {
        try skipCharacter()
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        return
      } else {
        throw rawControlCharacter(byte, inTextFrom: quote)
      }
    }
    throw unclosedText(from: quote)
  }

  /// Skips a character of two to four bytes.
  private mutating func skipCharacter() throws(Diagnostic) {
    let length = UTF8Sequence.length(in: text, at: index)
    guard length > 0 else { throw invalidUTF8() }
    index += length
    uncounted += length - 1
  }

  private mutating func parseEscapedText(from start: Int, quote: Int) throws(Diagnostic) {
    unescaped.removeAll(keepingCapacity: true)
    var plainStart = start
    while true {
      unescaped.append(contentsOf: text[plainStart..<index])
      if consume(UInt8(ascii: "\"")) { return }
      try parseEscape(inTextFrom: quote)
      plainStart = index
      try skipPlainText(from: quote)
    }
  }

  private mutating func parseEscape(inTextFrom quote: Int) throws(Diagnostic) {
    guard index + 1 < text.count else { throw unclosedText(from: quote) }
    let plain: UInt8
    switch text[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): plain = text[index + 1]
    case UInt8(ascii: "b"): plain = 0x08
    case UInt8(ascii: "f"): plain = 0x0C
    case UInt8(ascii: "n"): plain = 0x0A
    case UInt8(ascii: "r"): plain = 0x0D
    case UInt8(ascii: "t"): plain = 0x09
    case UInt8(ascii: "u"): return try parseUnicodeEscape()
    default: throw unknownEscape()
    }
    unescaped.append(plain)
    index += 2
  }

  private mutating func parseUnicodeEscape() throws(Diagnostic) {
    guard let unit = codeUnit(at: index) else {
      throw finding("\\u needs four hexadecimal digits, as in \\u00e9")
    }
    if let scalar = Unicode.Scalar(unit) {
      index += 6
      return append(scalar)
    }
    guard UTF16.isLeadSurrogate(unit), let trail = codeUnit(at: index + 6),
      UTF16.isTrailSurrogate(trail)
    else { throw loneSurrogate(unit) }
    index += 12
    append(UTF16.decode(UTF16.EncodedScalar([unit, trail])))
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    unescaped.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  /// Returns the value of a `\uXXXX` escape at an index, or nil if there is no valid escape.
  private func codeUnit(at index: Int) -> UInt16? {
    guard text.hasBytes(of: "\\u", at: index), index + 6 <= text.count else { return nil }
    var unit: UInt16 = 0
    for position in index + 2..<index + 6 {
      guard let digit = text[position].hexadecimalValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
