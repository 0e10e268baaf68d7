import TaneCore

/// The order in which a writer puts the entries of a map.
public enum KeyOrdering: Sendable {
  /// The order in which the entries stand in the file they were read from; entries that come from
  /// none follow in key order.
  case source
  /// The Realtime Database's key order, which is the tree's own.
  case key
}

extension KeyOrdering {
  /// The children of a list or map in the order to write them.
  func children(of tree: Tree) -> [Tree] {
    let children = Array(tree.children)
    guard self == .source, tree.kind == .map else { return children }
    // What comes from no file, as environments do, stands in key order.
    guard children.contains(where: { $0.fileName != nil }) else { return children }
    let placed = children.map { (child: $0, position: $0.keyPosition) }
    let sorted = placed.enumerated().sorted { left, right in
      switch (left.element.position, right.element.position) {
      case (let leftPosition?, let rightPosition?) where leftPosition != rightPosition:
        leftPosition < rightPosition
      case (_?, nil): true
      case (nil, _?): false
      default: left.offset < right.offset
      }
    }
    return sorted.map(\.element.child)
  }
}
