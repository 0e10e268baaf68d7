import TaneCore

/// Looks through data that a client sends, before anything of it is taken.
enum DataScan {
  /// The conversion that data need before they are stored.
  enum Form: Int {
    /// They are held as they are.
    case held
    /// They have lists, or nothing at places, and are held in their stored form.
    case storable
    /// They have priorities, server values or other numbers, which are to be worked out one by one.
    case special
  }

  /// The form of data, as far as they have been looked through; what follows the first special part of a
  /// map is looked at when that is worked out.
  ///
  /// - Throws: A problem with the first key, level or string that the service does not take.
  static func form(of data: Tree, at path: TreePath) throws(DatabaseProblem) -> Form {
    switch data.kind {
    case .null:
      return data.tag == .none ? .storable : .special
    case .decimal:
      return .special
    case .string:
      guard data.utf8Count <= RealtimeDatabaseLimits.stringBytes else {
        throw DatabaseProblem(
          "Data to write exceeds the maximum size that can be modified with a single request."
        )
      }
      return .held
    case .map:
      return try mapForm(of: data, at: path)
    case .list:
      return try listForm(of: data, at: path)
    default:
      return .held
    }
  }

  private static func mapForm(of map: Tree, at path: TreePath) throws(DatabaseProblem) -> Form {
    guard path.components.count < RealtimeDatabaseLimits.depth || map.children.isEmpty else {
      guard map.children.allSatisfy({ $0.key.map(DatabaseNode.isReserved) ?? true }) else {
        throw .tooDeep(at: path)
      }
      return .special
    }
    var form = map.children.isEmpty ? Form.storable : .held
    for child in map.children {
      guard child.withKeyBytes(RealtimeDatabaseLimits.allowsKey) else {
        let key = child.key ?? ""
        guard DatabaseNode.isReserved(key) else { throw .invalidKey(at: path.appending(key)) }
        form = .special
        continue
      }
      guard form != .special else { continue }
      // The path costs an array for each child; only deep trees need it exactly.
      let place = child.kind.isContainer ? path.appending(child.key ?? "") : path
      form = max(form, try self.form(of: child, at: place))
    }
    return form
  }

  private static func listForm(of list: Tree, at path: TreePath) throws(DatabaseProblem) -> Form {
    guard path.components.count < RealtimeDatabaseLimits.depth else { return .special }
    var form = Form.storable
    for (index, child) in list.children.enumerated() where form != .special {
      let place = child.kind.isContainer ? path.appending(String(index)) : path
      form = max(form, try self.form(of: child, at: place))
    }
    return form
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

extension DataScan.Form: Comparable {
  static func < (left: DataScan.Form, right: DataScan.Form) -> Bool {
    left.rawValue < right.rawValue
  }
}
