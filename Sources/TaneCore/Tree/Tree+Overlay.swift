extension Tree {
  /// Returns the tree overlaid with another tree, node by node.
  ///
  /// If both nodes are containers without a tag, their children are overlaid key by key; otherwise
  /// the upper node replaces the lower one, even if it is null. A list is treated as a map keyed by
  /// index, as in the Realtime Database.
  package func overlaid(by upper: Tree) -> Tree {
    var builder = TreeBuilder(changing: self)
    Self.overlay(self, upper, into: &builder)
    return builder.finish()
  }

  private static func overlay(_ lower: Tree, _ upper: Tree, into builder: inout TreeBuilder) {
    // A container with a tag is a single value.
    guard lower.kind.isContainer, upper.kind.isContainer, lower.tag == .none, upper.tag == .none
    else { return builder.append(upper) }
    // A list stays a list if the upper map contains only existing indices.
    let namesElements = upper.children.allSatisfy { $0.key.map { lower[$0] != nil } ?? true }
    let isList = lower.kind == .list && (upper.kind == .list || namesElements)
    builder.setPosition(of: upper)
    isList ? builder.beginList() : builder.beginMap()
    for (index, child) in lower.children.enumerated() {
      let key = child.key ?? String(index)
      if !isList { builder.setKey(of: child) }
      if let over = upper[key] {
        overlay(child, over, into: &builder)
      } else {
        builder.append(child)
      }
    }
    for (index, child) in upper.children.enumerated() {
      let key = child.key ?? String(index)
      guard lower[key] == nil else { continue }
      if !isList { builder.setKey(of: child) }
      builder.append(child)
    }
    builder.endContainer()
  }
}
