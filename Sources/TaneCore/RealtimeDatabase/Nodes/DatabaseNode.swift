/// A node of a Realtime Database in memory: a tree as it was written, or children of which some were
/// written later.
///
/// Nodes are in the database's export form: a node with a priority has it as its child `.priority`, and
/// a scalar with a priority stands beside it as the child `.value`. No node holds nothing: what is empty
/// or null is not there. Only the way to what changes is unfolded into entries, so that a large tree that
/// came in at once stays the one it was.
package enum DatabaseNode: Sendable {
  /// A tree that has stood as it is since it was written.
  case tree(Tree)
  /// Children in key order, at least one.
  case branch([DatabaseEntry])
}

/// A child and its key.
package struct DatabaseEntry: Sendable {
  /// The key.
  package let key: String
  /// The child.
  package var node: DatabaseNode

  package init(key: String, node: DatabaseNode) {
    self.key = key
    self.node = node
  }
}

extension DatabaseNode {
  /// The child of a node's priority.
  package static let priorityKey = ExportKey.priority
  /// The child of the scalar that has a priority.
  package static let valueKey = ExportKey.value

  /// The value, without its priority, if the node is a scalar.
  package var scalar: Tree? {
    switch self {
    case .tree(let tree) where tree.kind != .map: tree
    case .tree(let tree): tree[Self.valueKey]
    case .branch(let entries): entries.node(Self.valueKey)?.scalar
    }
  }

  /// The node's priority, a string or a number.
  package var priority: Tree? { self[Self.priorityKey]?.scalar }

  /// Whether a key names a part of the export form rather than a child.
  package static func isReserved(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: ".") }

  /// The child of a key, those of the export form included.
  package subscript(key: String) -> DatabaseNode? {
    switch self {
    case .tree(let tree): tree[key].map { .tree($0) }
    case .branch(let entries): entries.node(key)
    }
  }

  /// The node at a path below this one.
  package subscript(path: TreePath) -> DatabaseNode? {
    var node = self
    for key in path.components {
      guard let child = node[key] else { return nil }
      node = child
    }
    return node
  }

  /// All children in key order, those of the export form included.
  package var entries: [DatabaseEntry] {
    switch self {
    case .tree(let tree):
      tree.kind == .map
        ? tree.children.map { DatabaseEntry(key: $0.key ?? "", node: .tree($0)) } : []
    case .branch(let entries): entries
    }
  }

  /// The children in key order, without what the export form adds; none for a scalar.
  package var children: [DatabaseEntry] {
    entries.filter { !Self.isReserved($0.key) }
  }
}

extension [DatabaseEntry] {
  /// Where the entry of a key stands, or would have to stand.
  package func place(of key: String) -> (index: Int, isThere: Bool) {
    // New keys mostly come after all others: ids that the clients make grow.
    guard let last, KeyOrder.compare(last.key, key) >= 0 else { return (count, false) }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let order = KeyOrder.compare(self[middle].key, key)
      if order == 0 { return (middle, true) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return (low, false)
  }

  /// The node of a key.
  package func node(_ key: String) -> DatabaseNode? {
    let (index, isThere) = place(of: key)
    return isThere ? self[index].node : nil
  }

  /// The node of the entries, nil where none of them is a child or a value.
  package var node: DatabaseNode? {
    contains { $0.key != DatabaseNode.priorityKey } ? .branch(self) : nil
  }
}

extension DatabaseNode? {
  /// The node at a path below this one.
  package subscript(path: TreePath) -> DatabaseNode? {
    path.isRoot ? self : self?[path]
  }
}
