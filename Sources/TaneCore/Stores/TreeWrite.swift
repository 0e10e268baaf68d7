/// A write to a database: a path, a value and optionally the expected current value.
public struct TreeWrite: Sendable {
  package let path: TreePath
  /// The new value; null removes the current value.
  package let value: Tree
  /// The expected current value (null if it must not exist), or nil to write unconditionally.
  package let expected: Tree?

  package init(path: TreePath, value: Tree, expected: Tree? = nil) {
    self.path = path
    self.value = value
    self.expected = expected
  }

  /// Returns the first two paths such that one equals or contains the other, or nil if there is no
  /// overlap.
  package static func overlap(in writes: [TreeWrite]) -> (TreePath, TreePath)? {
    let paths = writes.map(\.path).sorted()
    // In sorted order, a path precedes all paths below it.
    return zip(paths, paths.dropFirst()).first { $0.contains($1) }
  }
}
