#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Base64 in either alphabet, with or without padding (RFC 4648, sections 4 and 5).
enum Base64 {
  /// The bytes of a text; nil where it is no base64.
  static func bytes(of text: String) -> [UInt8]? {
    var standard = text.replacing("-", with: "+").replacing("_", with: "/")
    while standard.last == "=" { standard.removeLast() }
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    return Data(base64Encoded: standard + padding).map { Array($0) }
  }

  /// The text of bytes in the standard alphabet, with padding.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString()
  }

  /// The text of bytes in the alphabet for URLs, without padding.
  static func urlText(of bytes: some Sequence<UInt8>) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      .replacing("=", with: "")
  }
}
