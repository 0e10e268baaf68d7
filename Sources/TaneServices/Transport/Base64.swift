#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 (RFC 4648).
enum Base64 {
  /// The bytes of padded text in the standard alphabet; nil where it is none.
  static func bytes(of text: String) -> [UInt8]? {
    Data(base64Encoded: text).map { Array($0) }
  }

  /// The text of bytes in the standard alphabet, with padding.
  static func text(of bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
  }

  /// The text of bytes in the alphabet for URLs, without padding.
  static func urlText(of bytes: [UInt8]) -> String {
    let replaced = text(of: bytes).utf8.compactMap { byte -> UInt8? in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil
      default: byte
      }
    }
    return String(decoding: replaced, as: UTF8.self)
  }
}
