import TaneCore

/// Functions for the URLs that clients send as redirect targets.
enum WebAddress {
  /// Returns true if a string begins with a scheme, such as `https:` or an app's own scheme, and
  /// contains no ASCII spaces or control characters.
  static func isAbsolute(_ text: String) -> Bool {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text.utf8.index(after: colon) < text.utf8.endIndex,
      text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) || $0 >= 0x80 })
    else { return false }
    let scheme = text[..<colon]
    return scheme.first?.isASCIILetter == true
      && scheme.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".contains($0) }
  }

  /// Returns an address with additional query parameters.
  static func adding(_ parameters: [RequestTarget.Parameter], to text: String) -> String {
    let end = text.firstIndex(of: "#") ?? text.endIndex
    let query = parameters.map {
      "\(PercentEncoding.encodeURLPart($0.name))=\(PercentEncoding.encodeURLPart($0.value))"
    }
    let separator = text[..<end].contains("?") ? "&" : "?"
    return text[..<end] + separator + query.joined(separator: "&") + text[end...]
  }

  /// Returns the parameters of an address, from its query and its fragment.
  static func parameters(of text: String) -> [RequestTarget.Parameter] {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let fragment = parts.count > 1 ? RequestTarget("/?\(parts[1])").parameters : []
    return RequestTarget(String(parts[0])).parameters + fragment
  }
}

extension Character {
  fileprivate var isASCIILetter: Bool { ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
