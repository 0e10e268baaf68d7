/// The meaning of a node beyond its kind, written as a local YAML tag.
public enum NodeTag: UInt8, Sendable, Hashable, CaseIterable {
  /// No tag.
  case none
  /// `!timestamp`: a Firestore timestamp, RFC 3339 text.
  case timestamp
  /// `!geopoint`: a Firestore geographical point, a map of latitude and longitude in degrees.
  case geopoint
  /// `!reference`: a Firestore document reference, the document's path.
  case reference
  /// `!bytes`: Firestore bytes, Base64 text.
  case bytes
  /// `!server-timestamp`: the time at which the server writes the node.
  case serverTimestamp
  /// An unevaluated tag of the fixture language: a map with one entry, whose key is the tag's name
  /// and whose value is its argument.
  case expression

  /// The tag's spelling in YAML with its exclamation mark, or nil if the tag is `none` or an
  /// expression.
  package var yamlName: String? {
    switch self {
    case .none, .expression: nil
    case .timestamp: "!timestamp"
    case .geopoint: "!geopoint"
    case .reference: "!reference"
    case .bytes: "!bytes"
    case .serverTimestamp: "!server-timestamp"
    }
  }

  /// Creates a tag from its spelling in YAML, or returns nil if the tag is unknown.
  package init?(yamlName: String) {
    guard let tag = NodeTag.allCases.first(where: { $0.yamlName == yamlName }) else { return nil }
    self = tag
  }
}
