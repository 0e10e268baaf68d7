import TaneCore

/// A parser that builds a tree from the text of a JSON file in one pass.
///
/// Text without escapes becomes a range of the file's bytes. An offset in Unicode scalars is a byte
/// index minus the number of continuation bytes before it. Lines begin only in the white space
/// between tokens, since strings contain no line breaks.
struct JSONParser {
  let source: SourceText
  let text: UnsafeBufferPointer<UInt8>
  let name: String
  var builder: TreeBuilder
  /// The index of the next byte.
  var index: Int
  /// The number of bytes before `index` that do not begin a character, including a byte order mark.
  var uncounted: Int
  /// A buffer for text with escapes.
  var unescaped: [UInt8] = []

  private var line = 1
  private var lineStart = 0
  private var lastRecordedLine = 1
  private var lines = LineIndex()
  private var level = 0

  private init(
    _ source: SourceText,
    _ text: UnsafeBufferPointer<UInt8>,
    named name: String,
    recordsPositions: Bool
  ) {
    self.source = source
    self.text = text
    self.name = name
    builder = TreeBuilder(adopting: source.bytes)
    builder.file = recordsPositions ? 0 : TreeBuilder.noFile
    builder.reserve(nodes: text.count / 16, textBytes: 0)
    lines.reserve(lines: text.count / 16)
    index = source.start
    uncounted = source.start
  }

  /// Parses the text of a file.
  static func read(
    _ source: SourceText,
    _ text: UnsafeBufferPointer<UInt8>,
    named name: String,
    recordsPositions: Bool = true
  ) -> ReadResult {
    var parser = JSONParser(source, text, named: name, recordsPositions: recordsPositions)
    do throws(Diagnostic) {
      try parser.parseFile()
      return parser.finish()
    } catch {
      return parser.failedResult(error)
    }
  }

  private mutating func parseFile() throws(Diagnostic) {
    skipSpace()
    if index == text.count {
      throw finding("the file is empty; a JSON file must contain one value, such as null")
    }
    try parseValue()
    skipSpace()
    if index < text.count { throw trailingText() }
  }

  private func failedResult(_ finding: Diagnostic) -> ReadResult {
    let findings = builder.duplicateKeyFindings(in: SourceFile(name: name, lines: lines))
    return ReadResult(tree: nil, diagnostics: findings + [finding])
  }

  private mutating func finish() -> ReadResult {
    let source = SourceFile(name: name, lines: lines)
    if builder.file != TreeBuilder.noFile { _ = builder.addSource(source) }
    let findings = builder.duplicateKeyFindings(in: source)
    return ReadResult(tree: builder.finishTree(), diagnostics: findings)
  }

  mutating func parseValue() throws(Diagnostic) {
    guard index < text.count else { throw unexpectedCharacter(expecting: "a value") }
    markPosition()
    switch text[index] {
    case UInt8(ascii: "\""):
      try parseString()
    case UInt8(ascii: "{"):
      try parseMap()
    case UInt8(ascii: "["):
      try parseList()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try parseNumber()
    default:
      try parseWord()
    }
  }

  private mutating func parseList() throws(Diagnostic) {
    let start = index
    try enter()
    builder.beginList()
    skipSpace()
    if !consume(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        if at(UInt8(ascii: "]")) { throw trailingComma() }
        try parseValue()
        skipSpace()
      } while consume(UInt8(ascii: ","))
      if !consume(UInt8(ascii: "]")) { throw unclosedContainer("list", from: start) }
    }
    builder.endContainer()
    level -= 1
  }

  private mutating func parseMap() throws(Diagnostic) {
    let start = index
    if consumeServerTimestamp() { return builder.appendNull(tag: .serverTimestamp) }
    try enter()
    builder.beginMap()
    skipSpace()
    if !consume(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        if at(UInt8(ascii: "}")) { throw trailingComma() }
        try parseEntry(ofMapAt: start)
        skipSpace()
      } while consume(UInt8(ascii: ","))
      if !consume(UInt8(ascii: "}")) { throw unclosedContainer("map", from: start) }
    }
    builder.endContainer()
    level -= 1
  }

  private mutating func parseEntry(ofMapAt start: Int) throws(Diagnostic) {
    guard at(UInt8(ascii: "\"")) else { throw missingKey(inMapAt: start) }
    markPosition()
    try parseKey()
    skipSpace()
    guard consume(UInt8(ascii: ":")) else {
      throw unexpectedCharacter(expecting: "a colon after the key")
    }
    skipSpace()
    try parseValue()
  }

  private mutating func enter() throws(Diagnostic) {
    level += 1
    guard level <= ReadingLimits.levels else {
      throw finding(
        "lists and maps are nested more than \(ReadingLimits.levels) levels deep; flatten the data",
        code: .tooManyLevels
      )
    }
    index += 1
  }
}

extension JSONParser {
  /// The offset of the next byte, in Unicode scalars.
  var offset: Int { index - uncounted }

  /// The position of the next byte.
  var position: SourcePosition {
    SourcePosition(file: name, line: line, column: offset - lineStart + 1)
  }

  /// Returns true if the next byte is the given byte.
  func at(_ byte: UInt8) -> Bool { index < text.count && text[index] == byte }

  /// Consumes the next byte and returns true if it is the given byte.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard at(byte) else { return false }
    index += 1
    return true
  }

  mutating func skipSpace() {
    var next = index
    while next < text.count {
      switch text[next] {
      case UInt8(ascii: " "):
        next = text.endOfBlanks(from: next)
      case UInt8(ascii: "\t"):
        next += 1
      case UInt8(ascii: "\n"):
        next += 1
        beginLine(at: next)
      case UInt8(ascii: "\r"):
        next += 1
        if next == text.count || text[next] != UInt8(ascii: "\n") { beginLine(at: next) }
      default:
        index = next
        return
      }
    }
    index = next
  }

  private mutating func beginLine(at index: Int) {
    line += 1
    lineStart = index - uncounted
  }

  private mutating func markPosition() {
    builder.offset = UInt32(truncatingIfNeeded: offset)
    guard line != lastRecordedLine else { return }
    lastRecordedLine = line
    lines.note(line: line, start: UInt32(truncatingIfNeeded: lineStart))
  }

  /// Consumes `{".sv": "timestamp"}`, with or without spaces between its tokens, and returns true
  /// if it comes next.
  private mutating func consumeServerTimestamp() -> Bool {
    var ahead = index
    for token: StaticString in ["{", "\".sv\"", ":", "\"timestamp\"", "}"] {
      while ahead < text.count, text[ahead] == UInt8(ascii: " ") { ahead += 1 }
      guard text.hasBytes(of: token, at: ahead) else { return false }
      ahead += token.utf8CodeUnitCount
    }
    index = ahead
    return true
  }
}
