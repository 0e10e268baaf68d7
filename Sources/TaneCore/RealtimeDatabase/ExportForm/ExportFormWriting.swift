/// A store that represents priorities as children, with the reads that writes in export form need.
package protocol ExportFormReading {
  /// Returns the value at a path as stored; null if it does not exist.
  func tree(at path: TreePath) throws -> Tree

  /// Returns the first keys at a path, up to a limit, including those of the export form.
  func keys(at path: TreePath, limit: Int) throws -> [String]
}

extension ExportFormReading {
  /// Returns the writes, in sequence, that apply a write in export form to a store with priorities
  /// as children.
  ///
  /// These are the rules of the Realtime Database: a value written below a scalar replaces the
  /// scalar and keeps its priority, a removal below a scalar does nothing, and a node that loses
  /// its last child is removed with its priority. Writing a priority without a value has no effect.
  package func storedWrites(of write: TreeWrite) throws -> [TreeWrite] {
    let current = write.value.hasIncrements ? try tree(at: write.path) : nil
    let value = write.value.resolvingIncrements(from: current).heldExportForm()
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
      // Two keys in addition to the removed one suffice to decide whether anything remains.
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
