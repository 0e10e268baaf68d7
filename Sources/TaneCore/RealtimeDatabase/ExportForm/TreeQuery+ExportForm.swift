extension TreeQuery {
  /// Selects from the children of a node in export form, and leaves the selected ones in it.
  ///
  /// The order by the child `.priority` is that by priorities; every other compares values without them.
  package func exportedEntries(of node: Tree) -> [TreeEntry] {
    let children = node.withExportedPriority(.null)
    guard order != .priority else { return entries(of: children) }
    return entries(of: node.withoutPriorities()).map { entry in
      TreeEntry(key: entry.key, value: children[entry.key] ?? entry.value)
    }
  }

  /// The selection of a query by key of which some children are not children of the node, but what the
  /// export form adds: it takes as many more.
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
