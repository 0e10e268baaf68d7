/// The Base64 encoding (RFC 4648, sections 4 and 5).
package enum Base64 {
  private static let standard = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let urlSafe = Array(standard.dropLast(2) + "-_".utf8)
  private static let padding = UInt8(ascii: "=")

  /// Encodes bytes in the standard alphabet, with padding.
  package static func text(of bytes: some Sequence<UInt8>) -> String {
    let text = encode(bytes, standard)
    let missing = (4 - text.count % 4) % 4
    return String(decoding: text + Array(repeating: padding, count: missing), as: UTF8.self)
  }

  /// Encodes bytes in the URL-safe alphabet, without padding.
  package static func urlText(of bytes: some Sequence<UInt8>) -> String {
    String(decoding: encode(bytes, urlSafe), as: UTF8.self)
  }

  /// Decodes a string in either alphabet; returns nil if it is not valid Base64.
  ///
  /// White space is ignored, and padding is optional unless `requiringPadding` is true.
  package static func bytes(of text: String, requiringPadding: Bool = false) -> [UInt8]? {
    let digits = text.utf8.filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let values = digits.prefix { $0 != padding }.map(value)
    let paddingCount = digits.count - values.count
    guard values.count % 4 != 1, paddingCount <= 2,
      paddingCount == 0 && !requiringPadding || digits.count.isMultiple(of: 4),
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

  private static func encode(_ bytes: some Sequence<UInt8>, _ alphabet: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.underestimatedCount + 2) / 3 * 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        text.append(alphabet[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { text.append(alphabet[Int(bits << UInt32(6 - count) & 63)]) }
    return text
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
