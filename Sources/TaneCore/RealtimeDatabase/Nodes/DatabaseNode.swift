/// A node of a Realtime Database in memory: an unchanged tree, or children, some of which may have
/// changed.
///
/// Nodes are in export form: a node's priority is its child `.priority`, and a scalar with a
/// priority is the child `.value`. No node is empty or null. Only the ancestors of a changed node
/// become branches, so a large tree that was written at once remains shared.
package enum DatabaseNode: Sendable {
  /// A tree that has not changed since it was written.
  case tree(Tree)
  /// Children in key order, at least one.
  case branch([DatabaseEntry])
}

/// A child of a node, with its key.
package struct DatabaseEntry: Sendable {
  package let key: String
  package var node: DatabaseNode

  package init(key: String, node: DatabaseNode) {
    self.key = key
    self.node = node
  }
}

extension DatabaseNode {
  package static let priorityKey = ExportKey.priority
  /// The key of a scalar with a priority.
  package static let valueKey = ExportKey.value

  /// The node's scalar without its priority, or nil if the node has children.
  package var scalar: Tree? {
    switch self {
    case .tree(let tree) where tree.kind != .map: tree
    case .tree(let tree): tree[Self.valueKey]
    case .branch(let entries): entries.node(Self.valueKey)?.scalar
    }
  }

  /// The node's priority, a string or a number, or nil if it has none.
  package var priority: Tree? { self[Self.priorityKey]?.scalar }

  /// Returns true if a key belongs to the export form.
  package static func isReserved(_ key: String) -> Bool { key.utf8.first == UInt8(ascii: ".") }

  /// The child under a key, including keys of the export form, or nil if it does not exist.
  package subscript(key: String) -> DatabaseNode? {
    switch self {
    case .tree(let tree): tree[key].map { .tree($0) }
    case .branch(let entries): entries.node(key)
    }
  }

  /// The node at a path relative to this one, or nil if it does not exist.
  package subscript(path: TreePath) -> DatabaseNode? {
    var node = self
    for key in path.components {
      guard let child = node[key] else { return nil }
      node = child
    }
    return node
  }

  /// The children in key order, including the keys of the export form.
  package var entries: [DatabaseEntry] {
    switch self {
    case .tree(let tree):
      tree.kind == .map
        ? tree.children.map { DatabaseEntry(key: $0.key ?? "", node: .tree($0)) } : []
    case .branch(let entries): entries
    }
  }

  /// The children in key order, without the keys of the export form; empty for a scalar.
  package var children: [DatabaseEntry] {
    entries.filter { !Self.isReserved($0.key) }
  }
}

extension [DatabaseEntry] {
  /// Returns the index of a key's entry, or the index at which to insert it.
  package func place(of key: String) -> (index: Int, isThere: Bool) {
    // New keys usually come last, because the IDs that clients generate are ascending.
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

  /// Returns the node of a key, or nil if there is no entry for it.
  package func node(_ key: String) -> DatabaseNode? {
    let (index, isThere) = place(of: key)
    return isThere ? self[index].node : nil
  }

  /// A node with these entries, or nil if there are none or only a priority.
  package var node: DatabaseNode? {
    contains { $0.key != DatabaseNode.priorityKey } ? .branch(self) : nil
  }
}

extension DatabaseNode? {
  /// The node at a path relative to this one, or nil if it does not exist.
  package subscript(path: TreePath) -> DatabaseNode? {
    path.isRoot ? self : self?[path]
  }
}
