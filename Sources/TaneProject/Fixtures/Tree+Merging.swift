import TaneCore

extension Tree {
  /// Returns the tree overlaid by another tree: maps are merged key by key, and everything else is
  /// replaced, including lists and values with tags.
  ///
  /// - Parameters:
  ///   - upper: The tree that takes precedence.
  ///   - levels: The number of map levels to merge; deeper maps are replaced.
  /// - Returns: The merged tree.
  func merged(under upper: Tree, levels: Int = .max) -> Tree {
    var builder = TreeBuilder()
    Self.merge(self, upper, levels, into: &builder)
    return builder.finish()
  }

  private static func merge(
    _ lower: Tree,
    _ upper: Tree,
    _ levels: Int,
    into builder: inout TreeBuilder
  ) {
    guard levels > 0, lower.isMergeable, upper.isMergeable else { return builder.append(upper) }
    builder.setPosition(of: upper)
    builder.beginMap()
    for child in lower.children {
      builder.setKey(of: child)
      if let over = child.key.flatMap({ upper[$0] }) {
        merge(child, over, levels - 1, into: &builder)
      } else {
        builder.append(child)
      }
    }
    for child in upper.children where child.key.flatMap({ lower[$0] }) == nil {
      builder.setKey(of: child)
      builder.append(child)
    }
    builder.endContainer()
  }

  private var isMergeable: Bool { kind == .map && tag == .none }
}
