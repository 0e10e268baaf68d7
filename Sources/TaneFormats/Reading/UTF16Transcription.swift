import TaneCore

/// Conversion of a UTF-16 file with a byte order mark to UTF-8.
enum UTF16Transcription {
  /// Returns the text in UTF-8, without its byte order mark.
  static func utf8(
    of bytes: [UInt8],
    isBigEndian: Bool,
    named name: String
  ) throws(Diagnostic) -> [UInt8] {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var text: [UInt8] = []
    text.reserveCapacity(units.count + units.count / 2)
    var decoder = UTF16()
    var iterator = units.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        text.append(
          contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter
        )
      case .emptyInput where bytes.count.isMultiple(of: 2):
        return text
      case .emptyInput:
        throw finding("the UTF-16 text ends in the middle of a character", after: text, named: name)
      case .error:
        throw finding(
          "the UTF-16 text contains an unpaired surrogate; save the file as UTF-8",
          after: text,
          named: name
        )
      }
    }
  }

  private static func finding(
    _ message: String,
    after text: [UInt8],
    named name: String
  ) -> Diagnostic {
    let position = SourceText(transcribed: text).position(ofByte: text.count, named: name)
    return .error(.invalidEncoding, message, at: position)
  }
}

extension SourceText {
  fileprivate init(transcribed bytes: [UInt8]) {
    self.bytes = bytes
    self.start = 0
  }
}
