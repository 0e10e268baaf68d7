extension Tree {
  /// The operand of an increment, `{".sv": {"increment": 1}}`, or nil if the node is not an
  /// increment.
  package var increment: Tree? {
    guard kind == .map, children.count == 1 else { return nil }
    return self[".sv"]?["increment"]
  }

  /// A Boolean value indicating whether the tree contains an increment.
  package var hasIncrements: Bool { increment != nil || children.contains { $0.hasIncrements } }

  /// Returns the tree with increments replaced by their results; `current`, in export form or
  /// without priorities, contains the starting values.
  package func resolvingIncrements(from current: Tree?) -> Tree {
    guard hasIncrements else { return self }
    var builder = TreeBuilder(sharing: self)
    Self.resolve(self, from: current, into: &builder)
    return builder.finish()
  }

  private static func resolve(_ tree: Tree, from current: Tree?, into builder: inout TreeBuilder) {
    if let step = tree.increment { return builder.append(sum(current, step)) }
    guard tree.hasIncrements else { return builder.append(tree) }
    tree.kind == .list ? builder.beginList() : builder.beginMap()
    for (index, child) in tree.children.enumerated() {
      if tree.kind == .map { builder.setKey(of: child) }
      let key = child.key ?? String(index)
      // An increment may be under `.value` even if the existing scalar has no priority, and vice
      // versa.
      resolve(child, from: key == ExportKey.value ? current : current?[key], into: &builder)
    }
    builder.endContainer()
  }

  private static func sum(_ current: Tree?, _ step: Tree) -> TreeLiteral {
    guard let current = current.map({ $0.exportedScalar ?? $0 }), current.kind.isNumber
    else { return .tree(step) }
    if let left = current.integer, let right = step.integer,
      case let (sum, overflow) = left.addingReportingOverflow(right), !overflow
    {
      return .integer(sum)
    }
    return .double(current.approximation + step.approximation)
  }

  private var approximation: Double {
    integer.map(Double.init) ?? double ?? decimal.flatMap(Double.init) ?? 0
  }
}
