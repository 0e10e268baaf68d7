/// The children of a node, in order; a scalar has none.
public struct TreeChildren: RandomAccessCollection, Sendable {
  let storage: TreeStorage
  let range: Range<Int>
  /// A Boolean value indicating whether the children are list elements.
  let areElements: Bool

  /// The position of the first child.
  public var startIndex: Int { 0 }
  /// The position after the last child.
  public var endIndex: Int { range.count }

  /// The child at a position, counted from zero.
  public subscript(position: Int) -> Tree {
    Tree(storage: storage, index: range.lowerBound + position, isElement: areElements)
  }
}

extension Tree {
  /// The node's children: those of a map in key order, those of a list in index order.
  public var children: TreeChildren {
    let record = record
    return TreeChildren(
      storage: storage,
      range: record.kind.isContainer ? record.childRange : 0..<0,
      areElements: record.kind == .list
    )
  }

  /// The element at an index of a list, counted from 0.
  ///
  /// The index must be valid, as with an array.
  public subscript(index: Int) -> Tree { children[index] }

  /// The value for a map's key or a list's decimal index, or nil if it does not exist.
  public subscript(key: String) -> Tree? {
    switch kind {
    case .map:
      return children.index(ofKey: key).map { children[$0] }
    case .list:
      guard let index = Int(key), String(index) == key, children.indices.contains(index)
      else { return nil }
      return children[index]
    default:
      return nil
    }
  }

  /// The node at a path relative to this one, or nil if it does not exist.
  public subscript(path: TreePath) -> Tree? {
    var node = self
    for component in path.components {
      guard let child = node[component] else { return nil }
      node = child
    }
    return node
  }
}

extension TreeChildren {
  /// Returns the position of a map's child, found by binary search for its key, or nil if it does
  /// not exist.
  package func index(ofKey key: String) -> Int? {
    guard !areElements else { return nil }
    var key = key
    return key.withUTF8 { wanted in
      NodeMemory.with(storage) { memory in
        memory.child(named: wanted, in: range).map { $0 - range.lowerBound }
      }
    }
  }
}
