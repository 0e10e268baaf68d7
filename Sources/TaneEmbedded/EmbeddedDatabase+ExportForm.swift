package import TaneCore

/// Priorities are stored as in the emulator: as the children `.priority` and `.value` of the export
/// form.
extension EmbeddedDatabase {
  /// A Boolean value indicating whether the database stores priorities; always true.
  package var keepsPriorities: Bool { true }

  /// Returns the children at a path that match a query, in the query's order and in export form.
  ///
  /// If the order is by key or by priority, only the values of children in the result are read.
  package func exportedChildren(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    let entries = try await read { reader in
      switch query.order {
      case .key: try reader.children(of: path, selectedByKey: query)
      case .priority: try reader.children(of: path, selectedByPriority: query)
      default: query.exportedEntries(of: try reader.tree(at: path))
      }
    }
    return entries ?? []
  }

  /// Atomically performs several writes with values in export form.
  package func updateExported(_ writes: [TreeWrite]) async throws {
    guard !writes.isEmpty else { return }
    let plan = try UpdatePlan(writes, isExported: true, database: name, service: service)
    try await write(plan) { step, reader, writer in
      for write in try reader.storedWrites(of: step.write) {
        try writer.replace(PathEncoding.encode(write.path), with: write.value)
      }
    }
  }
}

extension LeafReader: ExportFormReader {
  func tree(at path: TreePath) throws -> Tree {
    try tree(in: LeafRange(subtreeOf: PathEncoding.encode(path)))
  }

  func keys(at path: TreePath, limit: Int) throws -> [String] {
    try segments(in: LeafRange(childrenOf: PathEncoding.encode(path)), limit: limit)
      .compactMap { PathEncoding.decode($0)?.key }
  }
}

extension LeafReader {
  fileprivate func children(
    of path: TreePath,
    selectedByKey query: TreeQuery
  ) throws -> [TreeEntry] {
    let range = try range(of: query.allowingForExportKeys, below: PathEncoding.encode(path))
    return query.exportedEntries(of: try tree(in: range))
  }

  /// Returns the selected children; reads the priorities of all children, but only the values in
  /// the result.
  fileprivate func children(
    of path: TreePath,
    selectedByPriority query: TreeQuery
  ) throws -> [TreeEntry] {
    let ranks = try keys(at: path, limit: .max).filter { !$0.hasPrefix(".") }.map { key in
      let priority = try tree(at: path.appending(key).appending(ExportKey.priority))
      return (key, TreeLiteral.map([(ExportKey.priority, .tree(priority))]))
    }
    return try query.entries(of: Tree(.map(ranks))).map { entry in
      TreeEntry(key: entry.key, value: try tree(at: path.appending(entry.key)))
    }
  }
}
