import TaneCore

/// The target of a request: its path and its query (RFC 3986, sections 3.3 and 3.4).
public struct RequestTarget: Sendable, Hashable {
  /// A parameter of the query, decoded.
  public struct Parameter: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The value; empty where there is no `=`.
    public let value: String

    /// Creates a parameter.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The path as it was sent, without the query, still percent-encoded.
  public let rawPath: String
  /// The parts of the path between its slashes, decoded; empty ones are left out.
  public let segments: [String]
  /// The parameters of the query in their order.
  public let parameters: [Parameter]

  /// Takes a target apart; bytes that are not UTF-8 once decoded become U+FFFD.
  public init(_ target: String) {
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

  /// The value of the first parameter with a name.
  public subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }
}
