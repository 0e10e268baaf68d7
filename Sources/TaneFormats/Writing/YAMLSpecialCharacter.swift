/// A character that YAML text can contain only as an escape, that libyaml treats as a line break,
/// or that reorders text.
struct YAMLSpecialCharacter {
  let value: UInt32
  /// The character's length in bytes.
  let length: Int

  /// Creates the special character at an index, or returns nil for any other character.
  ///
  /// Special characters are control characters, including `\n` and NEL, the Unicode line and
  /// paragraph separators, the byte order mark, the noncharacters U+FFFE and U+FFFF, and the marks
  /// that can change the displayed order of bidirectional text.
  init?(in text: UnsafeBufferPointer<UInt8>, at index: Int) {
    switch text[index] {
    case 0x00...0x1F, 0x7F:
      (value, length) = (UInt32(text[index]), 1)
    case 0xC2 where text[index + 1] < 0xA0:
      (value, length) = (UInt32(text[index + 1]), 2)
    case 0xD8 where text[index + 1] == 0x9C:
      (value, length) = (0x061C, 2)
    case 0xE2 where text[index + 1] == 0x80 && [0x8E, 0x8F].contains(text[index + 2]),
      0xE2 where text[index + 1] == 0x80 && (0xA8...0xAE).contains(text[index + 2]):
      (value, length) = (0x2000 | UInt32(text[index + 2] & 0x3F), 3)
    case 0xE2 where text[index + 1] == 0x81 && (0xA6...0xAF).contains(text[index + 2]):
      (value, length) = (0x2040 | UInt32(text[index + 2] & 0x3F), 3)
    case 0xEF where text[index + 1] == 0xBB && text[index + 2] == 0xBF:
      (value, length) = (0xFEFF, 3)
    case 0xEF where text[index + 1] == 0xBF && text[index + 2] >= 0xBE:
      (value, length) = (0xFFC0 | UInt32(text[index + 2] & 0x3F), 3)
    default:
      return nil
    }
  }
}
