extension DatabaseNode {
  /// Replaces the value at a path below a node, in place; a nil value removes it.
  ///
  /// A value written below a scalar turns it into a node with children that keeps its priority; a
  /// removal below a scalar does nothing. A node is removed with its priority when it loses its
  /// last child. A path that ends in `.priority` refers to the priority of its parent.
  package static func replace(
    _ node: inout DatabaseNode?,
    at keys: ArraySlice<String>,
    with new: DatabaseNode?
  ) {
    guard let key = keys.first else {
      node = new
      return
    }
    if key == priorityKey { return setPriority(of: &node, to: new) }
    // A scalar has no descendants that could be removed or given a priority.
    if node?.scalar != nil, new == nil || keys.last == priorityKey { return }
    var entries = takeEntries(of: &node)
    let (index, isThere) = entries.place(of: key)
    // After its removal from the array, the child is uniquely referenced and changed in place.
    var child = isThere ? entries[index].node : nil
    if isThere { entries[index].node = .tree(.null) }
    replace(&child, at: keys.dropFirst(), with: new)
    if let child {
      if isThere {
        entries[index].node = child
      } else {
        entries.insert(DatabaseEntry(key: key, node: child), at: index)
      }
    } else if isThere {
      entries.remove(at: index)
    }
    node = entries.node
  }

  /// Removes and returns the entries of a node that is about to gain a child; for a scalar, only
  /// its priority.
  private static func takeEntries(of node: inout DatabaseNode?) -> [DatabaseEntry] {
    guard let taken = node.take() else { return [] }
    guard taken.scalar == nil else {
      return taken.entries.filter { $0.key == priorityKey }
    }
    return taken.entries
  }

  private static func setPriority(of node: inout DatabaseNode?, to priority: DatabaseNode?) {
    guard let taken = node.take() else { return }
    node = taken.withPriority(priority)
  }

  /// Returns the node with the given priority, or without a priority if the argument is nil.
  package func withPriority(_ priority: DatabaseNode?) -> DatabaseNode {
    if let scalar {
      guard let priority else { return .tree(scalar) }
      let value = DatabaseEntry(key: Self.valueKey, node: .tree(scalar))
      return .branch([DatabaseEntry(key: Self.priorityKey, node: priority), value])
    }
    var entries = entries
    let (index, isThere) = entries.place(of: Self.priorityKey)
    if isThere { entries.remove(at: index) }
    if let priority {
      entries.insert(DatabaseEntry(key: Self.priorityKey, node: priority), at: index)
    }
    return .branch(entries)
  }
}
