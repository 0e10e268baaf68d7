/// A character that YAML text represents only by an escape, or that libyaml reads as a line break.
struct YAMLSpecialCharacter {
  let value: UInt32
  /// The character's length in bytes.
  let length: Int

  /// Creates the special character at an index, or nil for any other character.
  ///
  /// Special are all line breaks and blanks except `\n` and space: control characters, NEL, the
  /// Unicode line and paragraph separators, the byte order mark and the two noncharacters of
  /// Unicode.
  init?(in text: UnsafeBufferPointer<UInt8>, at index: Int) {
    switch text[index] {
    case 0x00...0x1F, 0x7F:
      (value, length) = (UInt32(text[index]), 1)
    case 0xC2 where text[index + 1] < 0xA0:
      (value, length) = (UInt32(text[index + 1]), 2)
    case 0xE2 where text[index + 1] == 0x80 && text[index + 2] & 0xFE == 0xA8:
      (value, length) = (0x2000 | UInt32(text[index + 2] & 0x3F), 3)
    case 0xEF where text[index + 1] == 0xBB && text[index + 2] == 0xBF:
      (value, length) = (0xFEFF, 3)
    case 0xEF where text[index + 1] == 0xBF && text[index + 2] >= 0xBE:
      (value, length) = (0xFFC0 | UInt32(text[index + 2] & 0x3F), 3)
    default:
      return nil
    }
  }
}
