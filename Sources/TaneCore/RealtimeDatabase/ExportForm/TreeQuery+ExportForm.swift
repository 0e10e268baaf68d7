extension TreeQuery {
  /// Returns the children of a node in export form that the query selects, in export form.
  ///
  /// Ordering by the child `.priority` is ordering by priority; all other orders compare values
  /// without priorities.
  package func exportedEntries(of node: Tree) -> [TreeEntry] {
    let children = node.withExportedPriority(.null)
    guard order != .priority else { return entries(of: children) }
    return entries(of: node.withoutPriorities()).map { entry in
      TreeEntry(key: entry.key, value: children[entry.key] ?? entry.value)
    }
  }

  /// The query by key with its limit raised by the number of keys that the export form adds to the
  /// children.
  package var allowingForExportKeys: TreeQuery {
    var query = self
    switch limit {
    case nil: break
    case .first(let count): query.limit = .first(count + ExportKey.count)
    case .last(let count): query.limit = .last(count + ExportKey.count)
    }
    return query
  }
}
