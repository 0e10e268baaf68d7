extension OutputBuffer {
  /// Appends a scalar's text in a style; a literal block is indented.
  mutating func append(
    _ text: UnsafeBufferPointer<UInt8>,
    style: YAMLScalarStyle,
    indent: Int
  ) {
    switch style {
    case .plain: append(text)
    case .singleQuoted: appendSingleQuoted(text)
    case .doubleQuoted: appendDoubleQuoted(text)
    case .literal: appendLiteral(text, indent: indent)
    }
  }

  private mutating func appendSingleQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    append("'")
    for (index, part) in text.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { append("''") }
      append(part)
    }
    append("'")
  }

  private mutating func appendDoubleQuoted(_ text: UnsafeBufferPointer<UInt8>) {
    append("\"")
    var plainStart = 0
    var index = 0
    while index < text.count {
      let length = escapedLength(in: text, at: index)
      if length > 0 {
        append(text[plainStart..<index])
        appendEscape(of: text, at: index)
        plainStart = index + length
      }
      index += max(1, length)
    }
    append(text[plainStart...])
    append("\"")
  }

  /// Returns the length of the character at an index if it needs an escape, otherwise 0.
  private func escapedLength(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    switch text[index] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): 1
    default: YAMLSpecialCharacter(in: text, at: index)?.length ?? 0
    }
  }

  private mutating func appendEscape(of text: UnsafeBufferPointer<UInt8>, at index: Int) {
    append("\\")
    switch text[index] {
    case UInt8(ascii: "\""): append("\"")
    case UInt8(ascii: "\\"): append("\\")
    case UInt8(ascii: "\n"): append("n")
    case UInt8(ascii: "\r"): append("r")
    case UInt8(ascii: "\t"): append("t")
    default:
      let value = YAMLSpecialCharacter(in: text, at: index)?.value ?? 0
      append(value < 0x100 ? "x" : "u")
      appendHexadecimal(value, digits: value < 0x100 ? 2 : 4)
    }
  }

  /// Appends `|` and the lines below it, without a trailing line break.
  private mutating func appendLiteral(_ text: UnsafeBufferPointer<UInt8>, indent: Int) {
    let lineEnd = UInt8(ascii: "\n")
    let trailing = text.reversed().prefix { $0 == lineEnd }.count
    append(trailing == 0 ? "|-" : trailing == 1 ? "|" : "|+")
    let body = trailing == 0 ? text[...] : text.dropLast()
    for line in body.split(separator: lineEnd, omittingEmptySubsequences: false) {
      append("\n")
      if !line.isEmpty { appendSpaces(indent) }
      append(line)
    }
  }
}
