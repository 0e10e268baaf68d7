import TaneCore
public import TaneMapping

// Every write turns its value into a tree before it waits for the store, on the caller's own actor:
// so it takes values that must not cross to another one, as Firebase's SDK does.

extension DatabaseReference {
  /// Replaces the value here, with all that is below it; nil removes it.
  ///
  /// Values are strings, numbers, booleans, `NSNull`, lists and dictionaries of these with string
  /// keys, and `ServerValue.timestamp()`. Throws a `FirebaseError` that names what cannot be
  /// written.
  @discardableResult
  public func setValue(
    _ value: Any?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    let store = try database.store.get()
    let tree = try DatabaseValue.tree(of: value, at: path, of: database.name)
    try await store.update([checkedWrite(of: tree, at: path)])
    return self
  }

  /// Replaces the value here by what a value of an `Encodable` type encodes.
  @discardableResult
  public func setValue<Value: Encodable>(
    from value: Value,
    encoder: TreeEncoder = TreeEncoder(),
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    let store = try database.store.get()
    let tree = try encoder.encode(value)
    try await store.update([checkedWrite(of: tree, at: path)])
    return self
  }

  /// Replaces the values of some nodes below this one, all at once; the others stay as they are.
  ///
  /// Keys are paths below this node, `foods/0/name`; nil or `NSNull` removes. Throws a
  /// `FirebaseError` that names what cannot be written, or two keys of which one lies at or below
  /// the other.
  @discardableResult
  public func updateChildValues(
    _ values: [AnyHashable: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    let store = try usableStore()
    let writes = try writes(of: values)
    if !writes.isEmpty { try await store.update(writes) }
    return self
  }

  /// Removes the value here, with all that is below it.
  @discardableResult
  public func removeValue() async throws -> DatabaseReference {
    try await usableStore().remove(at: path)
    return self
  }
}

extension DatabaseReference {
  private func writes(of values: [AnyHashable: Any]) throws -> [TreeWrite] {
    var writes: [TreeWrite] = []
    var errors: [FirebaseError] = []
    for (key, value) in values {
      do {
        writes.append(try write(of: value, under: key))
      } catch let error as FirebaseError {
        errors.append(error)
      }
    }
    errors.sort { $0.message < $1.message }
    if let first = errors.first {
      throw FirebaseError(first.code, errors.map(\.message).joined(separator: "\n"))
    }
    if let (upper, lower) = TreeWrite.overlap(in: writes) { throw overlap(of: upper, and: lower) }
    return writes.sorted { $0.path < $1.path }
  }

  private func write(of value: Any, under key: AnyHashable) throws -> TreeWrite {
    guard let name = key.base as? String else {
      throw FirebaseError(
        .invalidValue,
        "\(self): the key \(key.base) is a \(type(of: key.base)); keys are strings"
      )
    }
    let path = path.appending(TreePath(keysOf: name))
    guard path != self.path else {
      throw FirebaseError(.invalidValue, "\(self): the key \"\(name)\" names no child")
    }
    let tree = try DatabaseValue.tree(of: value, at: path, of: database.name)
    return try checkedWrite(of: tree, at: path)
  }

  private func checkedWrite(of tree: Tree, at path: TreePath) throws -> TreeWrite {
    try PathCheck.check(path, in: database.name)
    try PathCheck.check(tree, at: path, in: database.name)
    return TreeWrite(path: path, value: tree)
  }

  private func overlap(of upper: TreePath, and lower: TreePath) -> FirebaseError {
    let (upperKey, lowerKey) = (self.path.relative(upper), self.path.relative(lower))
    let relation = upper == lower ? "are the same node" : "overlap: the second lies below the first"
    let keys = [upperKey, lowerKey].map { "\"\($0?.components.joined(separator: "/") ?? "")\"" }
    return FirebaseError(
      .overlappingPaths,
      "\(self): the keys \(keys[0]) and \(keys[1]) \(relation); write one of them"
    )
  }
}
