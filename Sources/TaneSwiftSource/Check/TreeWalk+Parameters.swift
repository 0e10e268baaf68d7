import TaneCore
import TaneMapping
import TaneProject

// Converts Remote Config parameters, whose values are text, as the Firebase SDK does.
extension TreeWalk {
  /// A Boolean value indicating whether the node being checked is a Remote Config parameter.
  var isParameter: Bool {
    rules.readsParameters && address.path.components.count + nodeStack.count == 1
  }

  /// Returns a parameter as the SDK converts it for a node of the plan, and any other value
  /// unchanged.
  ///
  /// Reports a warning if the SDK replaces the value with a different one.
  mutating func converted(_ tree: Tree, for node: PlanNode, _ reader: FieldPlan?) -> Tree {
    guard isParameter else { return tree }
    switch node {
    case .known(let type): return converted(tree, to: type, reader)
    case .rawValues(let raw): return converted(tree, to: raw.type, reader)
    case .unchecked, .optional, .attempted, .union, .steps: return tree
    default: return RemoteConfigValues.container(in: tree) ?? tree
    }
  }

  private mutating func converted(
    _ tree: Tree,
    to type: KnownType,
    _ reader: FieldPlan?
  ) -> Tree {
    switch type {
    case .bool: return convertedToBool(tree, reader)
    case .integer(let width): return convertedToNumber(tree, width.rawValue, reader)
    case .float: return convertedToNumber(tree, "Float", reader)
    case .double: return convertedToNumber(tree, "Double", reader)
    case .decimal: return convertedToNumber(tree, "Decimal", reader)
    case .date where ![.iso8601, .unchecked].contains(rules.dates):
      return convertedToNumber(tree, "Date", reader)
    case .string, .url, .uuid, .text, .date:
      return Self.text(of: tree).map { Self.value(.string($0), at: tree) } ?? tree
    case .numbers: return RemoteConfigValues.container(in: tree) ?? tree
    default: return tree
    }
  }

  private mutating func convertedToBool(_ tree: Tree, _ reader: FieldPlan?) -> Tree {
    guard tree.bool == nil else { return tree }
    let text = Self.text(of: tree) ?? ""
    let first = text.drop { "+-0 ".contains($0) }.first
    let value = first.map { "YyTt123456789".contains($0) } ?? false
    if !["true", "false", "yes", "no", "1", "0"].contains(text.lowercased()) {
      reportConversion(of: tree, "Bool", to: "\(value)", reader)
    }
    return Self.value(.bool(value), at: tree)
  }

  private mutating func convertedToNumber(
    _ tree: Tree,
    _ type: String,
    _ reader: FieldPlan?
  ) -> Tree {
    guard !tree.kind.isNumber else { return tree }
    let text = Self.text(of: tree) ?? ""
    let (number, isWholeText) = Self.leadingNumber(of: text)
    let integer = Int64(exactly: number)
    if !isWholeText {
      reportConversion(of: tree, type, to: integer.map { "\($0)" } ?? "\(number)", reader)
    }
    return Self.value(integer.map(TreeLiteral.integer) ?? .double(number), at: tree)
  }

  private mutating func reportConversion(
    of tree: Tree,
    _ type: String,
    to value: String,
    _ reader: FieldPlan?
  ) {
    let reason = "which the Firebase SDK reads as \(value)"
    let message = "expected \(type), found \(NodeDescription.describe(tree)), \(reason)"
    add(
      .warning,
      .mismatchedType,
      Self.subject(reader) + message,
      at: [],
      tree.position,
      Reader(reader)
    )
  }

  /// Returns the number at the start of a text, and true if it is the whole text; without a number,
  /// returns zero and false.
  private static func leadingNumber(of text: String) -> (number: Double, isWholeText: Bool) {
    var prefix = text.prefix { "+-.0123456789eE".contains($0) }
    while !prefix.isEmpty {
      if let number = Double(prefix) { return (number, prefix.endIndex == text.endIndex) }
      prefix.removeLast()
    }
    return (0, false)
  }

  /// Returns the text of a scalar, or nil for any other value.
  private static func text(of tree: Tree) -> String? {
    switch tree.kind {
    case .string: tree.string
    case .decimal: tree.decimal
    case .integer: tree.integer.map { "\($0)" }
    case .double: tree.double.map { "\($0)" }
    case .bool: tree.bool.map { "\($0)" }
    case .null, .list, .map: nil
    }
  }

  private static func value(_ literal: TreeLiteral, at tree: Tree) -> Tree {
    var builder = TreeBuilder()
    builder.setPosition(of: tree)
    builder.append(literal)
    return builder.finish()
  }
}
