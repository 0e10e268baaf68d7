import TaneCore

/// A search for the nodes of a database that no pattern covers, at the highest level that a type
/// can decode.
struct UncoveredNodeSearch {
  let service: String
  let patterns: [AddressPattern]

  /// Returns the uncovered nodes in a database's content, in traversal order.
  func nodes(in root: Tree) -> [(address: Address, tree: Tree)] {
    var nodes: [(address: Address, tree: Tree)] = []
    search(root, at: .root, &nodes)
    return nodes
  }

  private func search(
    _ node: Tree,
    at path: TreePath,
    _ nodes: inout [(address: Address, tree: Tree)]
  ) {
    guard !node.isNull, !isCovered(node, at: path) else { return }
    guard isNamespace(node, isRoot: path.isRoot) else {
      nodes.append((Address(service: service, path: path), node))
      return
    }
    for (key, child) in node.keyedChildren { search(child, at: path.appending(key), &nodes) }
  }

  private func isCovered(_ node: Tree, at path: TreePath) -> Bool {
    let address = Address(service: service, path: path)
    if patterns.contains(where: { $0.matches(address) }) { return true }
    guard patterns.contains(where: { !$0.patternsMatchingExactly(below: address).isEmpty }) else {
      return false
    }
    let children = node.keyedChildren
    return !children.isEmpty
      && children.allSatisfy { isCovered($0.node, at: path.appending($0.key)) }
  }

  /// Returns true if a map only groups unrelated values, which different types decode.
  private func isNamespace(_ node: Tree, isRoot: Bool) -> Bool {
    guard node.kind == .map, !DataLayout.isDictionary(node) else { return false }
    let children = node.children.filter { !$0.isNull }
    return isRoot
      ? children.contains { $0.kind.isContainer } : children.allSatisfy { $0.kind.isContainer }
  }
}
