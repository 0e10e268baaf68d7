import TaneCore

/// The order in which a writer puts the entries of a map.
public enum KeyOrdering: Sendable {
  /// The order in which the entries stand in the file they were read from; entries that come from
  /// none follow in key order.
  case source
  /// The Realtime Database's key order, which is the tree's own.
  case key
}

/// The children of a list or map in the order to write them.
struct OrderedChildren {
  private let children: TreeChildren
  /// The children's positions in the order to write them; nil where that is the order in which they stand.
  private let order: [Int]?

  var count: Int { children.count }

  init(of tree: Tree, in ordering: KeyOrdering) {
    children = tree.children
    order = ordering == .source && tree.kind == .map ? Self.sourceOrder(of: tree.children) : nil
  }

  subscript(position: Int) -> Tree { children[order?[position] ?? position] }

  private static func sourceOrder(of children: TreeChildren) -> [Int]? {
    // What comes from no file, as environments do, stands in key order.
    guard children.contains(where: { $0.fileName != nil }) else { return nil }
    let positions = children.map(\.keyPosition)
    return positions.indices.sorted { left, right in
      switch (positions[left], positions[right]) {
      case (let leftPosition?, let rightPosition?) where leftPosition != rightPosition:
        leftPosition < rightPosition
      case (_?, nil): true
      case (nil, _?): false
      default: left < right
      }
    }
  }
}
