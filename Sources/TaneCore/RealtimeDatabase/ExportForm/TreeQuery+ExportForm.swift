extension TreeQuery {
  /// Returns the children that the query selects from a node; both are in export form.
  ///
  /// Ordering by the child `.priority` uses priorities; all other orders compare values without
  /// priorities.
  package func exportedEntries(of node: Tree) -> [TreeEntry] {
    let children = node.withExportedPriority(.null)
    guard order != .priority else { return entries(of: children) }
    return entries(of: node.withoutPriorities()).map { entry in
      TreeEntry(key: entry.key, value: children[entry.key] ?? entry.value)
    }
  }

  /// The query with its limit raised by the maximum number of keys that the export form adds to a
  /// node.
  package var allowingForExportKeys: TreeQuery {
    var query = self
    let added = ExportKey.count
    switch limit {
    case nil: break
    case .first(let count): query.limit = .first(min(count, .max - added) + added)
    case .last(let count): query.limit = .last(min(count, .max - added) + added)
    }
    return query
  }
}
