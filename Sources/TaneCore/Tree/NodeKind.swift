/// The kind of a node's value.
public enum NodeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// Null, as in YAML and JSON, or an absent node.
  case null
  /// `true` or `false`.
  case bool
  /// An integer that fits in 64 bits.
  case integer
  /// A 64-bit binary floating-point number, including NaN and the infinities.
  case double
  /// A number that no 64-bit type represents exactly, stored as its original text.
  case decimal
  /// Unicode text.
  case string
  /// An ordered list of values, addressed by index.
  case list
  /// A map of values by key, in the Realtime Database's key order.
  case map

  /// A Boolean value indicating whether the node can have children.
  public var isContainer: Bool { self == .list || self == .map }

  /// A Boolean value indicating whether the node is a number of any kind.
  public var isNumber: Bool { self == .integer || self == .double || self == .decimal }
}

extension NodeKind: CustomStringConvertible {
  /// The kind's name in messages, such as `integer`.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .double, .decimal: "number"
    case .string: "string"
    case .list: "list"
    case .map: "map"
    }
  }
}
