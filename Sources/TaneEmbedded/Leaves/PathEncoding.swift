import TaneCore

/// The binary encoding of paths, whose byte order is the order of a traversal in key order.
///
/// Each key is a self-delimiting segment, so a path's bytes are a prefix of the bytes of its
/// descendants and of no other path. For a number in `KeyOrder`, the segment is the tag 1, the
/// number in four bytes (big-endian, sign bit flipped), the key's length in two bytes and the key's
/// bytes; for any other key, it is the tag 2, the key's UTF-16 code units in one to three bytes
/// each (CESU-8) and a zero byte. The descendants of a path are therefore in the range from the
/// path followed by the byte 1 up to, but not including, the path followed by the byte 3.
enum PathEncoding {
  /// The lowest byte with which the segment of a child begins.
  static let firstChild: UInt8 = 1
  /// The byte that, when appended to a path, yields an upper bound for all descendants of the path.
  static let pastSubtree: UInt8 = 3

  private static let numberTag: UInt8 = 1
  private static let textTag: UInt8 = 2
  private static let terminator: UInt8 = 0
  /// The total size of the tag, the number and the length in a number's segment, in bytes.
  private static let numberHeader = 7

  /// Encodes a path in binary form; the root's form is empty.
  static func encode(_ path: TreePath) -> [UInt8] {
    path.components.reduce(into: []) { append($1, to: &$0) }
  }

  /// Appends the segment for a key.
  static func append(_ key: String, to bytes: inout [UInt8]) {
    var key = key
    key.withUTF8 { append(utf8: $0, to: &bytes) }
  }

  /// Appends the segment for a key in UTF-8.
  static func append(utf8 key: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    if let number = KeyOrder.integer(key) {
      bytes.append(numberTag)
      appendBigEndian(UInt32(bitPattern: number) ^ 0x8000_0000, to: &bytes)
      // Keys whose length does not fit are never stored, so a lookup with the clamped length finds
      // nothing.
      let length = UInt16(clamping: key.count)
      bytes.append(UInt8(length >> 8))
      bytes.append(UInt8(length & 0xFF))
      bytes.append(contentsOf: key)
    } else {
      bytes.append(textTag)
      appendText(key, to: &bytes)
      bytes.append(terminator)
    }
  }

  /// Returns the end of the segment at an offset, or nil if the segment is incomplete.
  static func segmentEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    switch bytes[start] {
    case numberTag:
      guard start + numberHeader <= bytes.count else { return nil }
      let length = Int(bytes[start + 5]) << 8 | Int(bytes[start + 6])
      let end = start + numberHeader + length
      return end <= bytes.count ? end : nil
    case textTag:
      guard let zero = bytes[(start + 1)...].firstIndex(of: terminator) else { return nil }
      return zero + 1
    default:
      return nil
    }
  }

  /// Calls `body` with the UTF-8 bytes of the key in a complete segment.
  static func withKey<Result>(
    of segment: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result {
    if segment[0] == numberTag {
      return try body(UnsafeBufferPointer(rebasing: segment[numberHeader...]))
    }
    let text = UnsafeBufferPointer(rebasing: segment[1..<(segment.count - 1)])
    guard text.contains(where: { $0 == 0xED || $0 == 0xC0 }) else { return try body(text) }
    return try decodedText(text).withUnsafeBufferPointer(body)
  }

  /// Decodes a path from its binary form, or returns nil if the bytes are invalid.
  static func decode(_ bytes: [UInt8]) -> TreePath? {
    bytes.withUnsafeBufferPointer { bytes in
      var path = TreePath.root
      var start = 0
      while start < bytes.count {
        guard let end = segmentEnd(in: bytes, from: start) else { return nil }
        let segment = UnsafeBufferPointer(rebasing: bytes[start..<end])
        path.components.append(withKey(of: segment) { String(decoding: $0, as: UTF8.self) })
        start = end
      }
      return path
    }
  }
}

extension PathEncoding {
  private static func appendText(_ key: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
    guard key.contains(where: { $0 >= 0xF0 || $0 == 0 }) else {
      return bytes.append(contentsOf: key)
    }
    for unit in String(decoding: key, as: UTF8.self).utf16 { append(unit, to: &bytes) }
  }

  private static func append(_ unit: UInt16, to bytes: inout [UInt8]) {
    switch unit {
    case 1..<0x80:
      bytes.append(UInt8(unit))
    case 0..<0x800:
      // A zero also takes two bytes, so the terminator occurs nowhere else.
      bytes.append(0xC0 | UInt8(unit >> 6))
      bytes.append(0x80 | UInt8(unit & 0x3F))
    default:
      bytes.append(0xE0 | UInt8(unit >> 12))
      bytes.append(0x80 | UInt8(unit >> 6 & 0x3F))
      bytes.append(0x80 | UInt8(unit & 0x3F))
    }
  }

  private static func decodedText(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var units: [UInt16] = []
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : 3
      var unit = UInt16(first) & (length == 1 ? 0x7F : length == 2 ? 0x1F : 0x0F)
      for byte in bytes[min(index + 1, bytes.count)..<min(index + length, bytes.count)] {
        unit = unit << 6 | UInt16(byte & 0x3F)
      }
      units.append(unit)
      index += length
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func appendBigEndian(_ value: UInt32, to bytes: inout [UInt8]) {
    for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(value >> shift & 0xFF)) }
  }
}
