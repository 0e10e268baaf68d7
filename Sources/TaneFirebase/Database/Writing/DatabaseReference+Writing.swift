import TaneCore
import TaneMapping

// Every write converts its value to a tree on the caller's actor before it awaits the store, and
// therefore accepts values that are not `Sendable`, as the Firebase SDK does.

extension DatabaseReference {
  /// Replaces the value at this location and everything below it; nil removes it.
  ///
  /// Values are strings, numbers, Booleans, `NSNull`, arrays and dictionaries of these with string
  /// keys, and server values (`ServerValue`). The existing priority is removed.
  ///
  /// ```swift
  /// try await reference.child("shops/0").setValue(["name": "麺屋", "foods": ["ramen", "gyoza"]])
  /// ```
  ///
  /// - Throws: A `FirebaseError` that names the invalid values, or an error from the store.
  @discardableResult
  public func setValue(
    _ value: Any?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    try await database.write([write(of: value)])
    return self
  }

  /// Replaces the value and the priority at this location; queries of the parent can order by the
  /// priority.
  ///
  /// If the store does not support priorities, a priority other than nil throws a `FirebaseError`
  /// with code `unsupported`.
  ///
  /// ```swift
  /// try await reference.child("shops/0").setValue(["name": "麺屋"], andPriority: 1)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value, as for `setValue(_:)`.
  ///   - priority: A string, a number or a server value, or nil.
  ///   - isolation: The caller's actor, on which the value is converted.
  /// - Returns: The reference itself.
  /// - Throws: A `FirebaseError` that names the invalid values, or an error from the store.
  @discardableResult
  public func setValue(
    _ value: Any?,
    andPriority priority: Any?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    try await database.write([write(of: value, priority: priority)])
    return self
  }

  /// Sets the priority at this location, or removes it if `priority` is nil; has no effect if the
  /// location has no value.
  ///
  /// ```swift
  /// try await reference.child("shops/0").setPriority("a")
  /// ```
  @discardableResult
  public func setPriority(
    _ priority: Any?,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    try await database.write(writes(ofPriority: priority))
    return self
  }

  /// Atomically replaces the values of some nodes below this location; other nodes are unchanged.
  ///
  /// Keys are paths below this location, such as `foods/0/name`; nil or `NSNull` removes a node.
  /// Throws a `FirebaseError` that names invalid values, or two keys if one is at or below the
  /// other.
  ///
  /// ```swift
  /// try await reference.updateChildValues(["shops/0/name": "麺屋", "shops/1": NSNull()])
  /// ```
  @discardableResult
  public func updateChildValues(
    _ values: [AnyHashable: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DatabaseReference {
    try await database.write(writes(of: values))
    return self
  }

  /// Removes the value at this location and everything below it.
  ///
  /// ```swift
  /// try await reference.child("shops/0").removeValue()
  /// ```
  @discardableResult
  public func removeValue() async throws -> DatabaseReference {
    try await database.write([TreeWrite(path: path, value: .null)])
    return self
  }
}

extension DatabaseReference {
  /// Returns a write that sets the value at this location, with an optional priority.
  func write(of value: Any?, priority: Any? = nil) throws -> TreeWrite {
    _ = try reader()
    let tree = try DatabaseValueConverter.tree(of: value, at: path, of: database.name)
    let priority = try priorityTree(priority)
    guard !priority.isNull else { return TreeWrite(path: path, value: tree) }
    return TreeWrite(path: path, value: tree.withExportedPriority(priority))
  }

  /// Returns an array with the write that replaces the value at this location with an encoded
  /// value.
  func writes(from value: some Encodable, by encoder: TreeEncoder) throws -> [TreeWrite] {
    _ = try database.reader
    return [TreeWrite(path: path, value: try encoder.encode(value))]
  }

  /// Returns an array with the write that sets the priority at this location, or an empty array if
  /// the priority is nil and the store does not support priorities.
  func writes(ofPriority priority: Any?) throws -> [TreeWrite] {
    let reader = try reader()
    let priority = try priorityTree(priority)
    // A store without priorities has none to remove.
    guard reader.keepsPriorities || !priority.isNull else { return [] }
    return [TreeWrite(path: path.appending(ExportKey.priority), value: priority)]
  }

  private func priorityTree(_ priority: Any?) throws -> Tree {
    let tree = try DatabaseValueConverter.tree(of: priority, at: path, of: database.name)
    guard tree.kind == .bool || tree.kind.isContainer && tree.increment == nil else { return tree }
    throw FirebaseError(
      .invalidValue,
      "\(self): a priority must be a string or a number, not \(priority.map { "\($0)" } ?? "nil")"
    )
  }

  /// Returns the writes of a multi-path update below this location.
  func writes(of values: [AnyHashable: Any]) throws -> [TreeWrite] {
    _ = try reader()
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
        "\(self): the key \(key.base) is a \(type(of: key.base)); keys must be strings"
      )
    }
    let path = path.appending(TreePath(keysOf: name))
    guard path != self.path else {
      throw FirebaseError(.invalidValue, "\(self): the key \"\(name)\" does not name a child")
    }
    let tree = try DatabaseValueConverter.tree(of: value, at: path, of: database.name)
    let write = TreeWrite(path: path, value: tree)
    try database.check([write])
    return write
  }

  private func overlap(of upper: TreePath, and lower: TreePath) -> FirebaseError {
    let (upperKey, lowerKey) = (self.path.relative(upper), self.path.relative(lower))
    let relation = upper == lower ? "are the same node" : "overlap: the second is below the first"
    let keys = [upperKey, lowerKey].map { "\"\($0?.components.joined(separator: "/") ?? "")\"" }
    return FirebaseError(
      .overlappingPaths,
      "\(self): the keys \(keys[0]) and \(keys[1]) \(relation); write one of them"
    )
  }
}
