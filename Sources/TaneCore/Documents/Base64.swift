/// Bytes as text of 64 characters, padded (RFC 4648, section 4).
enum Base64 {
  private static let characters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let padding = UInt8(ascii: "=")

  /// The text of bytes.
  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.enumerated().reduce(UInt32(0)) { bits, byte in
        bits | UInt32(byte.element) << UInt32(16 - 8 * byte.offset)
      }
      for index in 0..<4 {
        let isPadding = index > group.count
        text.append(isPadding ? padding : characters[Int(bits >> UInt32(18 - 6 * index) & 63)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; white space in it does not count, nil where it is no base64.
  static func decode(_ text: String) -> [UInt8]? {
    let digits = text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let values = digits.prefix { $0 != padding }.map(value)
    let paddingCount = digits.count - values.count
    guard digits.count.isMultiple(of: 4), paddingCount <= 2,
      digits.suffix(paddingCount).allSatisfy({ $0 == padding })
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(values.count * 3 / 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for value in values {
      guard let value else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
