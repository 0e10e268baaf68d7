package import TaneCore

/// A count of the unchanged siblings of changed nodes, made in one pass over the changes.
package struct SiblingCount {
  /// An ancestor of the current change.
  private struct OpenAncestor {
    /// The number of the ancestor's children that are changed or contain changes.
    var touched = 0
    /// The index of the last change of an immediate child.
    var lastDirect: Int?
  }

  private let changes: [Change]
  private let tree: Tree
  private let root: TreePath
  private var open: [OpenAncestor] = []
  /// For each change, the number of its parent's changed children if the change is the last of
  /// these; otherwise nil.
  private var touched: [Int?]

  package init(of changes: [Change], in tree: Tree, at root: TreePath) {
    (self.changes, self.tree, self.root) = (changes, tree, root)
    touched = Array(repeating: nil, count: changes.count)
    var previous: ArraySlice<String> = []
    for (index, change) in changes.enumerated() {
      let keys = change.path.components
      let shared = zip(previous, keys).prefix { $0.utf8.elementsEqual($1.utf8) }.count
      close(downTo: min(shared + 1, keys.count))
      while open.count < keys.count { open.append(OpenAncestor()) }
      for depth in shared..<max(shared, keys.count) where isCounted(change, at: depth, keys.count) {
        open[depth].touched += 1
      }
      if !keys.isEmpty { open[keys.count - 1].lastDirect = index }
      // The index of a removed element may now refer to another element.
      previous = change.isOnlyOld ? keys.dropLast() : keys[...]
    }
    close(downTo: 0)
  }

  /// Returns the number of a changed node's unchanged siblings, or nil if there are none or the
  /// node is not its parent's last changed child.
  package func unchanged(besideChangeAt index: Int) -> Int? {
    guard let touched = touched[index] else { return nil }
    let parent = changes[index].path.parent
    guard let path = root.relative(parent), let container = tree[path] else { return nil }
    let unchanged = container.children.count - touched
    return unchanged > 0 ? unchanged : nil
  }

  private mutating func close(downTo depth: Int) {
    while open.count > depth {
      let closed = open.removeLast()
      if let index = closed.lastDirect { touched[index] = closed.touched }
    }
  }

  /// Returns false if the node at a depth is the removed node itself, which is no longer a child of
  /// its parent.
  private func isCounted(_ change: Change, at depth: Int, _ length: Int) -> Bool {
    !change.isOnlyOld || depth < length - 1
  }
}
