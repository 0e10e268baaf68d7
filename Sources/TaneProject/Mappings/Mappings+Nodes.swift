package import TaneCore

extension Mappings {
  /// A node, with the rule that specifies its type.
  package struct MappedNode: Sendable {
    /// The rule that applies to the node.
    package let rule: MappingRule
    package let address: Address
    package let tree: Tree
  }

  /// Returns the nodes of a database that rules match, in traversal order, each with its rule.
  ///
  /// If several rules match a node, the most specific one applies: at the first step in which the
  /// rules differ, a key takes precedence over `*`.
  ///
  /// - Parameters:
  ///   - tree: The tree of the whole database.
  ///   - service: The database, or `firestore`.
  /// - Returns: The nodes that are not null.
  package func nodes(in tree: Tree, of service: String) -> [MappedNode] {
    var walk = MappedNodeSearch(rules.filter { $0.pattern.service == service })
    walk.visit(tree, at: .root, walk.start)
    return walk.nodes
  }
}

extension Mappings {
  /// Returns the rules with their steps, most specific first; the first rule that matches a node
  /// applies.
  static func bySpecificity(
    _ rules: [MappingRule]
  ) -> [(rule: MappingRule, steps: [PatternStep])] {
    rules.map { (rule: $0, steps: $0.pattern.steps) }.sorted { left, right in
      left.steps.lexicographicallyPrecedes(right.steps) { !$0.isOpen && $1.isOpen }
    }
  }
}

/// A traversal of the paths that rules match.
private struct MappedNodeSearch {
  /// A rule and its remaining steps below a node.
  struct Position {
    let rule: MappingRule
    let rest: ArraySlice<PatternStep>
  }

  let start: [Position]
  private(set) var nodes: [Mappings.MappedNode] = []

  init(_ rules: [MappingRule]) {
    start = Mappings.bySpecificity(rules).map { Position(rule: $0.rule, rest: $0.steps[...]) }
  }

  mutating func visit(_ node: Tree, at path: TreePath, _ positions: [Position]) {
    guard !node.isNull else { return }
    if let rule = positions.first(where: \.rest.isEmpty)?.rule {
      let address = Address(service: rule.pattern.service, path: path)
      nodes.append(Mappings.MappedNode(rule: rule, address: address, tree: node))
    }
    let open = positions.filter { !$0.rest.isEmpty }
    guard !open.isEmpty else { return }
    if open.contains(where: { $0.rest.first?.isOpen ?? false }) {
      for (key, child) in node.keyedChildren { visit(child, at: path.appending(key), open, key) }
    } else {
      for key in Self.keys(of: open) {
        if let child = node[key] { visit(child, at: path.appending(key), open, key) }
      }
    }
  }

  private mutating func visit(_ child: Tree, at path: TreePath, _ open: [Position], _ key: String) {
    let positions = open.compactMap { position -> Position? in
      if case .key(let wanted)? = position.rest.first, !wanted.utf8.elementsEqual(key.utf8) {
        return nil
      }
      return Position(rule: position.rule, rest: position.rest.dropFirst())
    }
    if !positions.isEmpty { visit(child, at: path, positions) }
  }

  /// Returns the distinct keys of the next steps, in key order.
  private static func keys(of positions: [Position]) -> [String] {
    let keys = positions.compactMap { position -> String? in
      if case .key(let key)? = position.rest.first { key } else { nil }
    }
    return keys.reduce(into: []) { kept, key in
      if !kept.contains(where: { $0.utf8.elementsEqual(key.utf8) }) { kept.append(key) }
    }.sorted(by: KeyOrder.precedes)
  }
}
