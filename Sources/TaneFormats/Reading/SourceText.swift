import TaneCore

/// The text of a file in UTF-8, regardless of its original encoding.
struct SourceText {
  /// The file's bytes, converted to UTF-8 if the file is in UTF-16.
  let bytes: [UInt8]
  /// The index at which the text begins, after any byte order mark.
  let start: Int

  /// Creates the text from a file's bytes.
  ///
  /// UTF-8 is not validated here, but by the reader, which visits every byte anyway.
  init(_ bytes: [UInt8], named name: String) throws(Diagnostic) {
    if let finding = TreeParser.finding(aboutByteCount: bytes.count, named: name) {
      throw finding
    }
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE):
      self.bytes = try UTF16Transcription.utf8(of: bytes, isBigEndian: false, named: name)
      start = 0
    case (0xFE, 0xFF):
      self.bytes = try UTF16Transcription.utf8(of: bytes, isBigEndian: true, named: name)
      start = 0
    default:
      self.bytes = bytes
      start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
  }

  /// Returns the position of a byte, with a one-based line and column.
  ///
  /// The file is scanned from its start, so use this method for messages only.
  func position(ofByte index: Int, named name: String) -> SourcePosition {
    var line = 1
    var column = 1
    for position in start..<min(index, bytes.count) {
      switch bytes[position] {
      case 0x0D where position + 1 < bytes.count && bytes[position + 1] == 0x0A: column += 1
      case 0x0A, 0x0D: (line, column) = (line + 1, 1)
      case 0x80...0xBF: break
      default: column += 1
      }
    }
    return SourcePosition(file: name, line: line, column: column)
  }
}

extension SourceText {
  /// Returns the character at an offset in Unicode scalars, or nil at the end of the text.
  func character(atOffset offset: Int) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes[start...].makeIterator()
    for _ in 0..<offset {
      if case .emptyInput = decoder.decode(&iterator) { return nil }
    }
    guard case .scalarValue(let character) = decoder.decode(&iterator) else { return nil }
    return character
  }
}
