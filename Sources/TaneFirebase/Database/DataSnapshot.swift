public import TaneCore
public import TaneMapping

/// The data at a location of a Realtime Database at the time of a read.
///
/// As with Firebase's clients, a map whose keys are mostly consecutive numbers starting at zero
/// becomes a list, empty lists and maps do not exist, and a missing value is `NSNull`.
///
/// ```swift
/// let snapshot = try await manager.shopsReference.child("shops").getData()
/// let shops = try snapshot.data(as: [Shop].self)
/// for shop in snapshot.children where shop.hasChild("foods") { print(shop.key) }
/// ```
public struct DataSnapshot: Sendable {
  /// The location of the data.
  public let ref: DatabaseReference
  /// The data in export form: with priorities, and with maps instead of lists.
  let exported: Tree
  /// The data in stored form: only maps, without lists and priorities.
  let stored: Tree
  /// The children's keys in the query's order, or nil for key order.
  let order: [String]?
  /// The error of a failed read, or nil.
  private let failure: (any Error)?

  init(ref: DatabaseReference, exported: Tree, order: [String]? = nil) {
    self.ref = ref
    self.exported = exported
    self.order = order
    stored = exported.withoutPriorities()
    failure = nil
  }

  init(ref: DatabaseReference, failure: any Error) {
    self.ref = ref
    self.failure = failure
    (exported, stored, order) = (.null, .null, nil)
  }

  /// The last key of the location; empty for the root.
  public var key: String { ref.key ?? "" }

  /// Returns true if the location has data.
  ///
  /// ```swift
  /// let isThere = try await reference.child("shops/0").getData().exists()
  /// ```
  public func exists() -> Bool { !stored.isNull }

  /// The data as Firebase's clients return it, including lists.
  public var tree: Tree { stored.readBackForm() }

  /// The data as `String`, `Bool`, `Int`, `Double`, `[Any]` and `[String: Any]`; `NSNull` if there
  /// is no data.
  ///
  /// Gaps in a list are `NSNull` as well.
  public var value: Any? { tree.foundationValue }

  /// Returns the data with the priorities at every level: maps never become lists, a map with a
  /// priority contains it as `.priority`, and a scalar with a priority is a dictionary with
  /// `.value`.
  ///
  /// ```swift
  /// let backup = try await reference.getData().valueInExportFormat()
  /// ```
  public func valueInExportFormat() -> Any? { exported.foundationValue }

  /// The priority of the location: a string or a number, if any.
  ///
  /// ```swift
  /// let rank = try await reference.child("shops/0").getData().priority as? Double
  /// ```
  public var priority: Any? { exported.exportedPriority?.foundationValue }

  /// Decodes the data as a type.
  ///
  /// ```swift
  /// do {
  ///   print(try snapshot.data(as: [Shop].self).count)
  /// } catch let error as DataMappingError {
  ///   error.findings.forEach { print($0) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode; an optional type decodes missing data as nil.
  ///   - decoder: The decoder, with its decoding strategies.
  /// - Returns: The value.
  /// - Throws: A `DataMappingError` with all values that the type cannot decode, or the error of a
  ///   failed read.
  public func data<Value: Decodable>(
    as type: Value.Type,
    decoder: TreeDecoder = TreeDecoder()
  ) throws -> Value {
    if let failure { throw failure }
    do {
      return try decoder.decode(type, from: tree, at: ref.address)
    } catch {
      throw DataMappingError(type, reading: stored, at: ref.address, with: decoder, failing: error)
    }
  }
}

extension DataSnapshot {
  /// The number of children.
  public var childrenCount: UInt { UInt(stored.children.count) }

  /// Returns true if the location has children.
  ///
  /// ```swift
  /// if snapshot.hasChildren() { print(snapshot.childrenCount) }
  /// ```
  public func hasChildren() -> Bool { !stored.children.isEmpty }

  /// Returns true if a path below this location has data.
  ///
  /// ```swift
  /// if snapshot.hasChild("foods/0") { print("there is food") }
  /// ```
  public func hasChild(_ childPathString: String) -> Bool {
    childSnapshot(forPath: childPathString).exists()
  }

  /// Returns the snapshot of a path below this location; the path may have no data.
  ///
  /// ```swift
  /// let name = snapshot.childSnapshot(forPath: "shops/0/name").value as? String
  /// ```
  public func childSnapshot(forPath childPathString: String) -> DataSnapshot {
    let path = TreePath(keysOf: childPathString)
    // A forbidden key, such as `.value`, would match a special key of the export form.
    let found = stored[path] == nil ? nil : exported[path]
    return DataSnapshot(ref: ref.child(childPathString), exported: found ?? .null)
  }

  /// The children in key order, or in the query's order for a query.
  public var children: DataSnapshotChildren { DataSnapshotChildren(of: self) }

  /// The keys of the children in the order of `children`.
  var childKeys: [String] { order ?? stored.children.compactMap(\.key) }

  func child(_ key: String) -> DataSnapshot {
    let path = ref.path.appending(key)
    return DataSnapshot(
      ref: DatabaseReference(database: ref.database, path: path),
      exported: exported[key] ?? .null
    )
  }

  /// Returns true if both snapshots have equal data and priorities, and the same child order.
  func hasSameContent(as other: DataSnapshot) -> Bool {
    order == other.order && exported == other.exported
  }
}

extension DataSnapshot: CustomStringConvertible {
  /// The location and the kind of its data, such as `shops:/shops (list of 40)`.
  public var description: String {
    let tree = tree
    return tree.kind.isContainer
      ? "\(ref) (\(tree.kind) of \(tree.children.count.grouped))"
      : "\(ref) (\(exists() ? "\(tree.kind)" : "nothing"))"
  }
}
