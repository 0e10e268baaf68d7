/// Decodes what a URL writes with percent signs (RFC 3986, section 2.1).
public enum PercentDecoding {
  /// The text of encoded bytes; a percent sign that two hexadecimal digits do not follow stands for itself.
  public static func text(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String {
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = hexadecimal(bytes[index + 1]), let low = hexadecimal(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        let isSpace = plusIsSpace && bytes[index] == UInt8(ascii: "+")
        decoded.append(isSpace ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
