package import TaneCore

/// A reader of a database in a file that was exported by the Firebase console or the REST API.
package struct FileTreeReader: TreeReader {
  private let content: Tree

  /// Creates a reader of a file whose content begins at the database's root.
  package init(_ content: Tree) { self.content = content.storedForm() }

  /// Returns the value at a path, or null if it does not exist.
  package func tree(at path: TreePath) -> Tree { content[path] ?? .null }

  /// Returns the keys of the children at a path in key order.
  package func childKeys(at path: TreePath) -> [String] {
    tree(at: path).children.compactMap(\.key)
  }

  /// Returns the children at a path that match a query, in the query's order.
  package func children(at path: TreePath, matching query: TreeQuery) -> [TreeEntry] {
    query.entries(of: tree(at: path))
  }
}
