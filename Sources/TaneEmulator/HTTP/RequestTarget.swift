import TaneCore

/// The target of a request: its path and its query (RFC 3986, sections 3.3 and 3.4).
package struct RequestTarget: Sendable, Hashable {
  /// A decoded query parameter.
  package struct Parameter: Sendable, Hashable {
    /// The name of the parameter.
    package let name: String
    /// The value, or an empty string if there is no `=`.
    package let value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The path as sent, percent-encoded and without the query.
  package let rawPath: String
  /// The decoded segments of the path, without empty segments.
  package let segments: [String]
  /// The query parameters, in order.
  package let parameters: [Parameter]

  /// Parses a target; bytes that are not valid UTF-8 become U+FFFD.
  package init(_ target: String) {
    let parts = target.utf8.split(
      separator: UInt8(ascii: "?"),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    rawPath = String(Substring(parts[0]))
    segments = parts[0].split(separator: UInt8(ascii: "/")).map { Self.decoded($0) }
    let query = parts.count > 1 ? parts[1] : "".utf8[...]
    parameters = query.split(separator: UInt8(ascii: "&")).map { pair in
      let sides = pair.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      return Parameter(
        Self.decoded(sides[0], plusIsSpace: true),
        sides.count > 1 ? Self.decoded(sides[1], plusIsSpace: true) : ""
      )
    }
  }

  private static func decoded(_ bytes: some Sequence<UInt8>, plusIsSpace: Bool = false) -> String {
    String(decoding: PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace), as: UTF8.self)
  }

  /// The value of the first parameter with the given name.
  package subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}
