/// One write of an update: a value for a path, and what it expects to find there.
public struct TreeWrite: Sendable {
  /// Where to write.
  public let path: TreePath
  /// The value; null removes what is there.
  public let value: Tree
  /// The value that must be there now, null for nothing; nil where anything may be.
  public let expected: Tree?

  /// Creates a write.
  public init(path: TreePath, value: Tree, expected: Tree? = nil) {
    self.path = path
    self.value = value
    self.expected = expected
  }

  /// The first two of some paths of which one is the other or lies below it, or nil where none do.
  public static func overlap(in writes: [TreeWrite]) -> (TreePath, TreePath)? {
    let paths = writes.map(\.path).sorted()
    // In walk order a path is followed by all that lies below it.
    return zip(paths, paths.dropFirst()).first { $0.contains($1) }
  }
}
