public import TaneCore

/// A database that is a file: what its console or REST exports.
public struct FileTreeReader: TreeReader {
  private let content: Tree

  /// Creates a reader of what a file holds from the root of the database.
  public init(_ content: Tree) { self.content = content.storedForm() }

  /// The value at a path, null where there is none.
  public func tree(at path: TreePath) -> Tree { content[path] ?? .null }

  /// The keys of the children at a path in key order.
  public func childKeys(at path: TreePath) -> [String] {
    tree(at: path).children.compactMap(\.key)
  }

  /// The children at a path that a query selects, in the query's order.
  public func children(at path: TreePath, matching query: TreeQuery) -> [TreeEntry] {
    query.entries(of: tree(at: path))
  }
}
