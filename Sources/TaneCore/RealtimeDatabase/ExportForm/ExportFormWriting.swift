/// What writes in export form are told of a store that holds priorities as children.
package protocol ExportFormReading {
  /// The value at a path as it is held, null where there is none.
  func tree(at path: TreePath) throws -> Tree

  /// The first keys at a path, as many as are asked for; those of the export form count.
  func keys(at path: TreePath, limit: Int) throws -> [String]
}

extension ExportFormReading {
  /// What a store that holds priorities as children is to be told of a write in export form, one write
  /// after the other.
  ///
  /// These are the rules of the Realtime Database: what is written below a scalar takes its place and keeps
  /// its priority, what is removed below one was not there, and a node whose last child goes, goes with its
  /// priority. A write to a priority has no effect where no value is.
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
      // Two keys besides the one that goes say whether anything stays.
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
