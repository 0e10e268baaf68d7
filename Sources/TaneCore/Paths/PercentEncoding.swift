/// The percent-encoding of reserved characters in paths and file names (RFC 3986, section 2.1).
package enum PercentEncoding {
  /// Encodes `/`, `%`, control characters, and marks that reorder text or end a line.
  package static func encode(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: needsEncoding) else { return text }
    return text.unicodeScalars.reduce(into: [UInt8]()) { bytes, scalar in
      for byte in Unicode.UTF8.encode(scalar) ?? .init() {
        if needsEncoding(scalar) {
          bytes.append(contentsOf: [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0xF)])
        } else {
          bytes.append(byte)
        }
      }
    }.utf8Text
  }

  /// Encodes a component of a URL: everything except ASCII letters, digits and `-._~` (section
  /// 2.3).
  package static func encodeURLPart(_ text: String) -> String {
    guard !text.utf8.allSatisfy(isUnreserved) else { return text }
    return text.utf8.reduce(into: [UInt8]()) { bytes, byte in
      if isUnreserved(byte) {
        bytes.append(byte)
      } else {
        bytes.append(contentsOf: [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 0xF)])
      }
    }.utf8Text
  }

  /// Encodes a URL's path, component by component.
  package static func encodeURLPath(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { encodeURLPart(String($0)) }.joined(separator: "/")
  }

  /// Decodes `%` followed by two hexadecimal digits; other text is unchanged.
  ///
  /// If the decoded bytes are not valid UTF-8, the text is returned unchanged.
  package static func decode(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    return String(validating: decode(text.utf8), as: UTF8.self) ?? text
  }

  /// Decodes `%` followed by two hexadecimal digits, and optionally `+` as a space; other bytes are
  /// unchanged.
  package static func decode(
    _ bytes: some Sequence<UInt8>,
    plusIsSpace: Bool = false
  ) -> [UInt8] {
    let bytes = Array(bytes)
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let upper = bytes[index + 1].hexadecimalValue, let lower = bytes[index + 2].hexadecimalValue
      {
        decoded.append(upper << 4 | lower)
        index += 3
      } else {
        let isSpace = plusIsSpace && bytes[index] == UInt8(ascii: "+")
        decoded.append(isSpace ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return decoded
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "-._~".utf8.contains(byte)
  }

  private static func needsEncoding(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "%" || scalar.isControl
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}

extension [UInt8] {
  fileprivate var utf8Text: String { String(decoding: self, as: UTF8.self) }
}
