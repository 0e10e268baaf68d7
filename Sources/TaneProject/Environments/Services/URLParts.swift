import TaneCore

/// The components of a URL with a scheme and an authority.
struct URLParts {
  /// The scheme in lowercase.
  let scheme: String
  /// The host and port, and any user information.
  let authority: String
  /// The path without its first and last slash.
  let path: String
  /// The query and fragment, without the leading `?` or `#`.
  let query: String?

  /// The scheme and authority.
  var origin: String { "\(scheme)://\(authority)" }

  /// The host in lowercase without its port; an IPv6 address includes its brackets.
  var host: String {
    let end = authority.lastIndex(of: "]") ?? authority.startIndex
    let colon = authority[end...].firstIndex(of: ":")
    return authority[..<(colon ?? authority.endIndex)].lowercased()
  }

  /// A Boolean value indicating whether the URL has no port or a valid one.
  var hasValidPort: Bool {
    let port = authority.dropFirst(host.count)
    return port.isEmpty || (UInt16(port.dropFirst()) ?? 0) > 0
  }

  /// Parses a string, or returns nil if it is not a URL with a scheme and an authority.
  init?(_ text: String) {
    let isPlain = text.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
    guard isPlain, let separator = text.firstRange(of: "://") else { return nil }
    let rest = text[separator.upperBound...]
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    guard end != rest.startIndex else { return nil }
    scheme = text[..<separator.lowerBound].lowercased()
    authority = String(rest[..<end])
    let tail = rest[end...]
    let mark = tail.firstIndex { "?#".contains($0) }
    path = tail[..<(mark ?? tail.endIndex)].trimmingSlashes
    query = mark.map { String(tail[tail.index(after: $0)...]) }
  }

  /// A Boolean value indicating whether the host is this machine.
  var isLoopback: Bool { host.isLoopbackHost }

  /// A Boolean value indicating whether the host belongs to Google, whose services do not accept
  /// plain HTTP.
  var isGoogle: Bool {
    [".firebaseio.com", ".firebasedatabase.app", ".googleapis.com", ".google.com", ".appspot.com"]
      .contains { host.hasSuffix($0) }
  }
}

extension Substring {
  fileprivate var trimmingSlashes: String {
    var text = self
    if text.hasPrefix("/") { text.removeFirst() }
    if text.hasSuffix("/") { text.removeLast() }
    return String(text)
  }
}
