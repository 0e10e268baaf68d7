import TaneCore

extension DatabaseQuery {
  /// Reads the selected children with all data below them; for a reference, its whole value.
  ///
  /// ```swift
  /// let snapshot = try await reference.child("shops").queryLimited(toFirst: 10).getData()
  /// ```
  ///
  /// - Returns: The data; a query's children are in the query's order.
  /// - Throws: A `FirebaseError` for an invalid reference or query, or an error from the store.
  public func getData() async throws -> DataSnapshot { try await snapshot() }
}

extension DatabaseQuery {
  func snapshot() async throws -> DataSnapshot {
    let ref = ref
    let reader = try ref.reader()
    try draft.check()
    if draft.isUnconstrained {
      return DataSnapshot(ref: ref, exported: try await reader.exportedTree(at: ref.path))
    }
    return snapshot(of: try await reader.exportedChildren(at: ref.path, matching: draft.treeQuery))
  }

  /// Returns a snapshot of the data that the query selects from a value in export form.
  func snapshot(selectingFrom exported: Tree) -> DataSnapshot {
    guard !draft.isUnconstrained else { return DataSnapshot(ref: ref, exported: exported) }
    return snapshot(of: draft.treeQuery.exportedEntries(of: exported))
  }

  private func snapshot(of entries: [TreeEntry]) -> DataSnapshot {
    var builder = TreeBuilder()
    if !entries.isEmpty {
      builder.beginMap()
      for entry in entries {
        builder.setKey(entry.key)
        builder.append(entry.value)
      }
      builder.endContainer()
    }
    return DataSnapshot(ref: ref, exported: builder.finish(), order: entries.map(\.key))
  }
}
