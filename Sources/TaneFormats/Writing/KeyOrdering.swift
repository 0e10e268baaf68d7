import TaneCore

/// The order of map entries in written text.
public enum KeyOrdering: Sendable {
  /// The order of the entries in their source file; entries without a file follow in key order.
  case source
  /// The Realtime Database's key order, which is the order in the tree.
  case key
}

/// The children of a list or map in writing order.
struct OrderedChildren {
  private let children: TreeChildren
  /// The children's indices in writing order, or nil to use the tree's own order.
  private let order: [Int]?

  var count: Int { children.count }

  init(of tree: Tree, in ordering: KeyOrdering) {
    children = tree.children
    order = ordering == .source && tree.kind == .map ? Self.sourceOrder(of: tree.children) : nil
  }

  subscript(position: Int) -> Tree { children[order?[position] ?? position] }

  private static func sourceOrder(of children: TreeChildren) -> [Int]? {
    // Entries without a file, such as entries read from an environment, are in key order.
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
