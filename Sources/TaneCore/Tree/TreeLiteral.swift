/// A tree written in Swift source, for tests and small values.
public indirect enum TreeLiteral: Sendable {
  /// Null.
  case null
  /// A Boolean value.
  case bool(Bool)
  /// An integer.
  case integer(Int64)
  /// A floating-point number.
  case double(Double)
  /// The digits of a number that no 64-bit type represents exactly.
  case decimal(String)
  /// A string.
  case string(String)
  /// An ordered list of values.
  case list([TreeLiteral])
  /// A map of values by key, in any order.
  case map([(String, TreeLiteral)])
  /// The time at which the server writes the node.
  case serverTimestamp
  /// An existing tree.
  case tree(Tree)
}

extension TreeLiteral: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Creates null.
  public init(nilLiteral: ()) { self = .null }
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// Creates a list.
  public init(arrayLiteral elements: TreeLiteral...) { self = .list(elements) }
  /// Creates a map.
  public init(dictionaryLiteral elements: (String, TreeLiteral)...) { self = .map(elements) }
}

extension Tree {
  /// Creates a tree from a literal.
  public init(_ literal: TreeLiteral) {
    var builder = TreeBuilder()
    builder.append(literal)
    self = builder.finish()
  }
}

extension TreeBuilder {
  /// Appends a literal with its children.
  public mutating func append(_ literal: TreeLiteral) {
    switch literal {
    case .null: appendNull()
    case .bool(let value): append(value)
    case .integer(let value): append(value)
    case .double(let value): append(value)
    case .decimal(let digits): appendDecimal(digits)
    case .string(let text): append(text)
    case .serverTimestamp: appendNull(tag: .serverTimestamp)
    case .tree(let tree): append(tree)
    case .list(let elements):
      beginList()
      elements.forEach { append($0) }
      endContainer()
    case .map(let entries):
      beginMap()
      for (key, value) in entries {
        setKey(key)
        append(value)
      }
      endContainer()
    }
  }
}
