import TaneCore

/// The encoding of document and collection paths as keys, whose byte order is Firestore's order.
///
/// Each segment is a tag followed by its bytes. A numeric ID (`__id7__`) takes eight bytes,
/// big-endian with the sign bit inverted. Text ends with 0x00 0x01, and a zero byte in it becomes
/// 0x00 0xFF, so a string sorts before longer strings that begin with it.
enum DocumentKey {
  private static let number: UInt8 = 1
  private static let text: UInt8 = 2
  private static let end: [UInt8] = [0, 1]
  private static let zero: [UInt8] = [0, 0xFF]

  /// Encodes a path as a key.
  static func encode(_ segments: [String]) -> [UInt8] {
    segments.reduce(into: []) { bytes, segment in
      if let id = DocumentPath.numericIdentifier(segment) {
        let ordered = UInt64(bitPattern: id) ^ 1 << 63
        bytes.append(number)
        withUnsafeBytes(of: ordered.bigEndian) { bytes.append(contentsOf: $0) }
      } else {
        bytes.append(text)
        for byte in segment.utf8 {
          if byte == 0 { bytes += zero } else { bytes.append(byte) }
        }
        bytes += end
      }
    }
  }

  /// Returns the lowest key that sorts after all keys with the given prefix.
  static func endOfPrefix(_ key: [UInt8]) -> [UInt8] {
    // No segment begins with 0xFF.
    key + [0xFF]
  }

  /// Decodes the segments of a key, or returns nil if the bytes are invalid.
  static func decode(_ key: [UInt8]) -> [String]? {
    var segments: [String] = []
    var rest = key[...]
    while let mark = rest.popFirst() {
      guard
        let segment = mark == number ? decodeNumber(&rest) : mark == text ? decodeText(&rest) : nil
      else { return nil }
      segments.append(segment)
    }
    return segments
  }

  private static func decodeNumber(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard rest.count >= 8 else { return nil }
    let ordered = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    rest = rest.dropFirst(8)
    return "__id\(Int64(bitPattern: ordered ^ 1 << 63))__"
  }

  private static func decodeText(_ rest: inout ArraySlice<UInt8>) -> String? {
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == 0 else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case 1: return String(decoding: bytes, as: UTF8.self)
      case 0xFF: bytes.append(0)
      default: return nil
      }
    }
    return nil
  }
}
