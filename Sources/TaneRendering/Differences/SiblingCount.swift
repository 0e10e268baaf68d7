package import TaneCore

/// Counts the nodes beside changed ones that did not change, in one pass over the changes.
package struct SiblingCount {
  /// A container on the way to the change at hand.
  private struct Open {
    /// How many of its children differ, or hold what does.
    var touched = 0
    /// The last change of a child of its own.
    var lastDirect: Int?
  }

  private let changes: [Change]
  private let tree: Tree
  private let root: TreePath
  private var open: [Open] = []
  /// The number of changed children of the container, at the last of its own changes; else nil.
  private var touched: [Int?]

  package init(of changes: [Change], in tree: Tree, at root: TreePath) {
    (self.changes, self.tree, self.root) = (changes, tree, root)
    touched = Array(repeating: nil, count: changes.count)
    var previous: ArraySlice<String> = []
    for (index, change) in changes.enumerated() {
      let keys = change.path.components
      let shared = zip(previous, keys).prefix { $0.utf8.elementsEqual($1.utf8) }.count
      close(downTo: min(shared + 1, keys.count))
      while open.count < keys.count { open.append(Open()) }
      for depth in shared..<max(shared, keys.count) where counts(change, at: depth, keys.count) {
        open[depth].touched += 1
      }
      if !keys.isEmpty { open[keys.count - 1].lastDirect = index }
      // The index of an element that went says nothing of the one that now has it.
      previous = change.isOnlyOld ? keys.dropLast() : keys[...]
    }
    close(downTo: 0)
  }

  /// The number of unchanged nodes beside a changed one, if it is the last of them that changed.
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

  /// A removed node is not among the children that are there.
  private func counts(_ change: Change, at depth: Int, _ length: Int) -> Bool {
    !change.isOnlyOld || depth < length - 1
  }
}
