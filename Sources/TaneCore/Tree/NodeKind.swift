/// What a node of a tree holds.
public enum NodeKind: UInt8, Sendable, Hashable, CaseIterable {
  /// Nothing: YAML's `null`, JSON's `null`, an absent node.
  case null
  /// `true` or `false`.
  case bool
  /// A whole number that fits in 64 bits.
  case integer
  /// A binary floating-point number of 64 bits, not-a-number and the infinities included.
  case double
  /// A number that neither 64-bit kind holds exactly, kept as the text it was written with.
  case decimal
  /// Unicode text.
  case string
  /// Values in order, addressed by their index.
  case list
  /// Values by key, in the Realtime Database's key order.
  case map

  /// Whether the node can have children.
  public var isContainer: Bool { self == .list || self == .map }

  /// Whether the node is a number of any kind.
  public var isNumber: Bool { self == .integer || self == .double || self == .decimal }
}

extension NodeKind: CustomStringConvertible {
  /// The kind as users read it in a message: `integer`, `string`, `map`.
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
