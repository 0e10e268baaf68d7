import TaneCore

/// A validator for data that a client wants to store.
enum DataValidator {
  /// The conversion that data needs before it is stored.
  enum Form: Int {
    /// No conversion: the data is already in stored form.
    case alreadyStored
    /// Lists and empty values are converted to stored form.
    case needsConversion
    /// Priorities, server values or decimals are resolved one by one.
    case special
  }

  /// Returns the conversion that data needs, and validates the data up to the first special value
  /// in a map; later values are validated when they are resolved.
  ///
  /// - Throws: An error for the first invalid key or string, or for data that is nested too deeply.
  static func form(of data: Tree, at path: TreePath) throws(DatabaseFailure) -> Form {
    switch data.kind {
    case .null:
      return data.tag == .none ? .needsConversion : .special
    case .decimal:
      return .special
    case .string:
      guard data.utf8Count <= RealtimeDatabaseLimits.stringBytes else {
        throw DatabaseFailure(
          "Data to write exceeds the maximum size that can be modified with a single request."
        )
      }
      return .alreadyStored
    case .map:
      return try mapForm(of: data, at: path)
    case .list:
      return try listForm(of: data, at: path)
    default:
      return .alreadyStored
    }
  }

  private static func mapForm(of map: Tree, at path: TreePath) throws(DatabaseFailure) -> Form {
    guard path.components.count < RealtimeDatabaseLimits.depth || map.children.isEmpty else {
      guard map.children.allSatisfy({ $0.key.map(DatabaseNode.isReserved) ?? true }) else {
        throw .tooDeep(at: path)
      }
      return .special
    }
    var form = map.children.isEmpty ? Form.needsConversion : .alreadyStored
    for child in map.children {
      guard child.withKeyBytes(RealtimeDatabaseLimits.allowsKey) else {
        let key = child.key ?? ""
        guard DatabaseNode.isReserved(key) else { throw .invalidKey(at: path.appending(key)) }
        form = .special
        continue
      }
      guard form != .special else { continue }
      // Appending to the path allocates an array, so only nested containers get a path of their
      // own.
      let place = child.kind.isContainer ? path.appending(child.key ?? "") : path
      form = max(form, try self.form(of: child, at: place))
    }
    return form
  }

  private static func listForm(of list: Tree, at path: TreePath) throws(DatabaseFailure) -> Form {
    guard path.components.count < RealtimeDatabaseLimits.depth else { return .special }
    var form = Form.needsConversion
    for (index, child) in list.children.enumerated() where form != .special {
      let place = child.kind.isContainer ? path.appending(String(index)) : path
      form = max(form, try self.form(of: child, at: place))
    }
    return form
  }

  /// Validates the keys of a path to write to, which may end in `.priority`.
  ///
  /// - Throws: `DatabaseFailure.invalidPath`, or an error for a path that is too deep.
  static func check(_ path: TreePath, allowsPriority: Bool = true) throws(DatabaseFailure) {
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

extension DataValidator.Form: Comparable {
  static func < (left: DataValidator.Form, right: DataValidator.Form) -> Bool {
    left.rawValue < right.rawValue
  }
}
