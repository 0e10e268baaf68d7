/// The content of a value of an app's configuration, with variables replaced.
package indirect enum ValueContent: Sendable, Hashable {
  /// Text, a choice or a URL.
  case text(String)
  /// An integer, or a number of bytes.
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  case duration(Duration)
  case list([ValueContent])
  /// A map, ordered by key.
  case map([Entry])

  /// An entry of a map.
  package struct Entry: Sendable, Hashable {
    package let key: String
    package let content: ValueContent
  }

  /// A Boolean value indicating whether the content is an empty list or map, whose element type is
  /// unknown.
  var isEmpty: Bool {
    switch self {
    case .list(let elements): elements.isEmpty
    case .map(let entries): entries.isEmpty
    default: false
    }
  }
}

extension Duration {
  package var seconds: Double { self / .seconds(1) }
}
