import TaneCore

extension Tree {
  /// The tree with another over it: maps are merged key by key, and anything else is replaced, a list and
  /// a value with a tag included.
  ///
  /// - Parameters:
  ///   - upper: The tree that wins.
  ///   - levels: The levels of maps that are merged; maps further down are replaced.
  /// - Returns: The tree of both.
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
    builder.setPlace(of: upper)
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
