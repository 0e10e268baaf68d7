/// A view of a store that keeps priorities as children, for converting writes in export form.
package protocol ExportFormReader {
  /// Returns the stored value at a path, or null if it does not exist.
  func tree(at path: TreePath) throws -> Tree

  /// Returns up to `limit` keys at a path, in any order, including keys of the export form.
  func keys(at path: TreePath, limit: Int) throws -> [String]
}

extension ExportFormReader {
  /// Converts a write in export form to writes for a store with priorities as children, in order.
  ///
  /// The rules are those of the Realtime Database: a value written below a scalar replaces the
  /// scalar and keeps its priority, a removal below a scalar does nothing, and a node is removed
  /// with its priority when it loses its last child. A priority without a value has no effect.
  package func storedWrites(of write: TreeWrite) throws -> [TreeWrite] {
    let current = write.value.hasIncrements ? try tree(at: write.path) : nil
    let value = write.value.resolvingIncrements(from: current).storedExportForm()
    if write.path.key == ExportKey.priority {
      return try priorityWrites(value, of: write.path.parent)
    }
    return value.isNull ? try removals(at: write.path) : try replacements(value, at: write.path)
  }

  private func priorityWrites(_ priority: Tree, of path: TreePath) throws -> [TreeWrite] {
    let isScalarWithPriority = try !tree(at: path.appending(ExportKey.value)).isNull
    guard try isScalarWithPriority || keys(at: path, limit: 1).isEmpty else {
      return [TreeWrite(path: path.appending(ExportKey.priority), value: priority)]
    }
    let scalar = try tree(at: path)
    guard !scalar.isNull else { return [] }
    return [TreeWrite(path: path, value: scalar.withExportedPriority(priority))]
  }

  private func removals(at path: TreePath) throws -> [TreeWrite] {
    var path = path
    while let key = path.key {
      // Two keys besides the removed one suffice to decide whether the node still exists.
      let keys = try keys(at: path.parent, limit: 3)
      guard !keys.isEmpty else { return [] }
      let others = keys.filter { !$0.utf8.elementsEqual(key.utf8) }
      guard others.allSatisfy({ $0 == ExportKey.priority }) else { break }
      path = path.parent
    }
    return [TreeWrite(path: path, value: .null)]
  }

  private func replacements(_ value: Tree, at path: TreePath) throws -> [TreeWrite] {
    var writes: [TreeWrite] = []
    for length in path.components.indices {
      let scalar = TreePath(path.components[..<length] + [ExportKey.value])
      if try !tree(at: scalar).isNull { writes.append(TreeWrite(path: scalar, value: .null)) }
    }
    return writes + [TreeWrite(path: path, value: value)]
  }
}
