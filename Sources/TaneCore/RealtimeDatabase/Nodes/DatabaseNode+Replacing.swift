extension DatabaseNode {
  /// Replaces what stands at the end of some keys below a node, in place.
  ///
  /// What is written below a scalar makes it a node with children that keeps its priority; what is
  /// removed below one was not there. A node whose last child goes, goes with its priority. A last key
  /// `.priority` names the priority of the node before it.
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
    // Below a scalar there is no node that could be removed or given a priority.
    if node?.scalar != nil, new == nil || keys.last == priorityKey { return }
    var entries = takeEntries(of: &node)
    let (index, isThere) = entries.place(of: key)
    // Taken out of the array, the child is nobody else's, and is changed where it is.
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

  /// The entries of a node that is about to get a child; of a scalar, its priority alone.
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

  /// The node with another priority, or none.
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
