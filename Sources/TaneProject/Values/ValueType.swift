/// The type of a value of an app's configuration.
package indirect enum ValueType: Sendable, Hashable {
  /// Any text.
  case text
  /// A 64-bit integer.
  case integer
  case number
  case boolean
  /// An absolute URL.
  case url
  /// A duration with its unit, such as `90s`.
  case duration
  /// A number of bytes with its unit, such as `64MB`.
  case bytes
  /// One of several strings.
  case choice([String])
  /// A list of values of one type.
  case list(of: ValueType)
  /// A map with values of one type and arbitrary keys.
  case map(of: ValueType)

  /// The types without parameters, by name.
  static let named: [(name: String, type: ValueType)] = [
    ("text", .text), ("integer", .integer), ("number", .number), ("boolean", .boolean),
    ("url", .url), ("duration", .duration), ("bytes", .bytes),
  ]

  /// The names of all types in `values.schema.yaml`.
  static let names = named.map(\.name) + ["list", "map"]

  /// The description of valid values, for messages.
  var expectation: String {
    switch self {
    case .text: "a string"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    case .url: "an absolute URL, such as https://api.example.com"
    case .duration: "a positive whole number with ms, s, m or h, such as 90s"
    case .bytes: "a whole number with B, kB, MB, GB, KiB, MiB or GiB, such as 64MB"
    case .choice(let texts): "one of \(texts.joined(separator: ", "))"
    case .list: "a list"
    case .map: "a map"
    }
  }

  /// Returns the common type of both types, if any.
  func joined(with other: ValueType) -> ValueType? {
    switch (self, other) {
    case (.integer, .number), (.number, .integer): .number
    case (.list(let element), .list(let other)): element.joined(with: other).map { .list(of: $0) }
    case (.map(let value), .map(let other)): value.joined(with: other).map { .map(of: $0) }
    default: self == other ? self : nil
    }
  }
}
