extension DatabaseNode {
  /// The node as a tree in export form: with priorities and without lists.
  package var exportForm: Tree {
    if case .tree(let tree) = self { return tree }
    var builder = TreeBuilder()
    appendExportForm(to: &builder)
    return builder.finish()
  }

  /// The node as clients read it: without priorities, and with lists in place of maps with index
  /// keys.
  package var valueForm: Tree { values.readBackForm() }

  /// The node as a tree without priorities and without lists.
  package var values: Tree {
    if case .tree(let tree) = self, !tree.containsPriority { return tree }
    var builder = TreeBuilder()
    appendValues(to: &builder)
    return builder.finish()
  }

  private func appendExportForm(to builder: inout TreeBuilder) {
    switch self {
    case .tree(let tree): builder.append(tree)
    case .branch(let entries):
      builder.beginMap()
      for entry in entries {
        builder.setKey(entry.key)
        entry.node.appendExportForm(to: &builder)
      }
      builder.endContainer()
    }
  }

  private func appendValues(to builder: inout TreeBuilder) {
    if let scalar {
      // The scalar is appended under the current key instead of `.value`.
      builder.append(scalar)
    } else if case .tree(let tree) = self, !tree.containsPriority {
      builder.append(tree)
    } else {
      builder.beginMap()
      for entry in children {
        builder.setKey(entry.key)
        entry.node.appendValues(to: &builder)
      }
      builder.endContainer()
    }
  }
}

extension Tree {
  /// A Boolean value indicating whether the tree contains a priority.
  fileprivate var containsPriority: Bool {
    guard kind == .map else { return false }
    return self[DatabaseNode.priorityKey] != nil || children.contains { $0.containsPriority }
  }
}

extension DatabaseNode? {
  /// The tree in export form; null if the node is nil.
  package var exportForm: Tree { self?.exportForm ?? .null }

  /// The tree that clients read; null if the node is nil.
  package var valueForm: Tree { self?.valueForm ?? .null }
}

extension DatabaseNode: Equatable {
  /// Returns true if two nodes have equal content, whether stored as a tree or as entries.
  package static func == (left: DatabaseNode, right: DatabaseNode) -> Bool {
    if case .tree(let left) = left, case .tree(let right) = right { return left == right }
    let (left, right) = (left.entries, right.entries)
    return left.count == right.count
      && zip(left, right).allSatisfy { left, right in
        left.key.utf8.elementsEqual(right.key.utf8) && left.node == right.node
      }
  }
}
