/// A Realtime Database that keeps priorities, and fills in server values by itself.
///
/// Trees of these calls are in export form: a map holds its priority under `.priority`, and a scalar with a
/// priority is a map of `.value` and `.priority`. What goes in may hold server values as well: the tag
/// `NodeTag.serverTimestamp`, and maps `{".sv": {"increment": 1}}`. See
/// <https://firebase.google.com/docs/database/rest/app-management#section-export>.
public protocol ExportFormTreeStore: TreeStore {
  /// The value at a path in export form, null where there is none.
  func exportedTree(at path: TreePath) async throws -> Tree

  /// The children at a path that a query selects, in the query's order, in export form.
  ///
  /// The order by the child `.priority` is that by priorities; every other compares values without them.
  func exportedChildren(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry]

  /// Makes several writes at once, as `update(_:)` does, of values in export form.
  ///
  /// The last key of a path may be `.priority`: such a write sets a priority, or with null removes it, and
  /// has no effect where no value is. Expected values are in export form as well.
  func updateExported(_ writes: [TreeWrite]) async throws
}

extension TreeQuery.Order {
  /// The order by priorities, which only a store that keeps them has.
  public static let priority = TreeQuery.Order.child(TreePath([".priority"]))
}
