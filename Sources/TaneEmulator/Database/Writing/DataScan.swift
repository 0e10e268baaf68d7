import TaneCore

/// Looks through data that a client sends, before anything of it is taken.
enum DataScan {
  /// Whether data are in the form in which they are held, so that nothing of them need be rewritten.
  ///
  /// - Throws: A problem with the first key, level or string that the service does not take.
  static func isReady(_ data: Tree, at path: TreePath) throws(DatabaseProblem) -> Bool {
    switch data.kind {
    case .null, .decimal, .list:
      return false
    case .string:
      guard data.utf8Count <= RealtimeDatabaseLimits.stringBytes else {
        throw DatabaseProblem(
          "Data to write exceeds the maximum size that can be modified with a single request."
        )
      }
      return true
    case .map:
      return try isMapReady(data, at: path)
    default:
      return true
    }
  }

  private static func isMapReady(
    _ map: Tree,
    at path: TreePath
  ) throws(DatabaseProblem) -> Bool {
    guard path.components.count < RealtimeDatabaseLimits.depth || map.children.isEmpty else {
      guard map.children.allSatisfy({ $0.key.map(DatabaseNode.isReserved) ?? true }) else {
        throw .tooDeep(at: path)
      }
      return false
    }
    var isReady = !map.children.isEmpty
    for child in map.children {
      guard child.withKeyBytes(RealtimeDatabaseLimits.allowsKey) else {
        let key = child.key ?? ""
        guard DatabaseNode.isReserved(key) else { throw .invalidKey(at: path.appending(key)) }
        isReady = false
        continue
      }
      // The path costs an array for each child; only deep trees need it exactly.
      guard isReady else { continue }
      if child.kind.isContainer {
        isReady = try self.isReady(child, at: path.appending(child.key ?? ""))
      } else {
        isReady = try self.isReady(child, at: path)
      }
    }
    return isReady
  }

  /// Checks the keys of a path to write at: those of nodes, and `.priority` at the end.
  ///
  /// - Throws: `DatabaseProblem.invalidPath`, or a problem with the depth.
  static func check(_ path: TreePath, allowsPriority: Bool = true) throws(DatabaseProblem) {
    var keys = path.components[...]
    if allowsPriority, keys.last == DatabaseNode.priorityKey { keys.removeLast() }
    for key in keys {
      var key = key
      guard key.withUTF8(RealtimeDatabaseLimits.allowsKey) else { throw .invalidPath }
    }
    guard keys.count <= RealtimeDatabaseLimits.depth else {
      throw .tooDeep(at: path)
    }
  }
}
