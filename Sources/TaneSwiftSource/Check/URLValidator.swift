import TaneCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A validator that accepts the same strings as Foundation's `URL(string:)`.
enum URLValidator {
  static func isURL(_ tree: Tree) -> Bool {
    // Most URLs have a form that is certainly valid, and recognizing it is faster than parsing.
    tree.withTextBytes(isPlainWebAddress) || URL(string: tree.string ?? "") != nil
  }

  /// Returns true if a string consists of `http://` or `https://`, a host of letters, digits, `.`
  /// and `-`, and a path of these characters and `/`, `_` and `~`.
  static func isPlainWebAddress(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let start = hostStart(of: text), start < text.count, text[start].isHostByte else {
      return false
    }
    var index = start
    while index < text.count, text[index].isHostByte { index += 1 }
    guard index < text.count else { return true }
    guard text[index] == UInt8(ascii: "/") else { return false }
    return text[index...].allSatisfy { $0.isHostByte || $0.isPathByte }
  }

  private static func hostStart(of text: UnsafeBufferPointer<UInt8>) -> Int? {
    if text.starts(with: "https://".utf8) { return 8 }
    return text.starts(with: "http://".utf8) ? 7 : nil
  }
}

extension UInt8 {
  fileprivate var isHostByte: Bool {
    isASCIILetterOrDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }

  fileprivate var isPathByte: Bool {
    self == UInt8(ascii: "/") || self == UInt8(ascii: "_") || self == UInt8(ascii: "~")
  }
}
