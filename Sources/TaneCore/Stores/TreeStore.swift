/// A read-only port to a Realtime Database, used for planning and comparing.
///
/// Returned trees are in stored form (`Tree.storedForm()`): without lists, and null for missing
/// values. Every call may throw a `StoreError` or `CancellationError`.
public protocol TreeReader: Sendable {
  /// Returns the value at a path; null if it does not exist.
  func tree(at path: TreePath) async throws -> Tree

  /// Returns the value at a path with its ETag, or nil if its ETag is still the given one.
  ///
  /// Stores without ETags always read the value.
  func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree?

  /// Compares the value at a path with a tree in stored form, without keeping another tree in
  /// memory.
  func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement

  /// Returns the keys of the children at a path in key order, without reading their values.
  func childKeys(at path: TreePath) async throws -> [String]

  /// Returns the children at a path that match a query, in the query's order.
  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry]

  /// Returns the guarantee of `TreeStore.update(_:)` for writes, without a request.
  func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee

  /// A Boolean value indicating whether the database stores priorities and resolves server values
  /// itself.
  var keepsPriorities: Bool { get }

  /// Returns the value at a path in export form; null if it does not exist.
  ///
  /// In export form a map has its priority under `.priority`, and a scalar with a priority is a map
  /// of `.value` and `.priority`. Without priorities it equals the stored form. See
  /// <https://firebase.google.com/docs/database/rest/app-management#section-export>.
  func exportedTree(at path: TreePath) async throws -> Tree

  /// Returns the children at a path that match a query, in the query's order and in export form.
  ///
  /// Ordering by the child `.priority` is ordering by priority; all other orders compare values
  /// without priorities.
  func exportedChildren(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry]

  /// This database as a reader with a connection, or nil if every request is independent.
  var connected: (any ConnectedTreeReader)? { get }
}

/// A port to a Realtime Database.
///
/// Written trees may contain lists, nulls and empty containers. A write that throws has changed
/// nothing unless the error's outcome indicates otherwise.
public protocol TreeStore: TreeReader {
  /// Performs several writes atomically.
  ///
  /// No write's path may equal another write's path or lie below it
  /// (`StoreError.Code.overlappingWrites`). If a write does not find its expected value, nothing is
  /// written and the error's code is `conflict`; its paths are those of the writes that failed.
  func update(_ writes: [TreeWrite]) async throws

  /// Performs several writes atomically, as `update(_:)` does, and returns the new ETag of the
  /// whole database if the old one was still current.
  ///
  /// A non-nil result means that no other client has written in between. It is nil for stores whose
  /// ETags do not prove this, and if the ETag was not current.
  func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String?

  /// Performs several writes of values in export form atomically, as `update(_:)` does.
  ///
  /// The last key of a path may be `.priority`: such a write sets a priority, or removes it with
  /// null, and has no effect without a value. Expected values are in export form as well. If the
  /// database stores priorities (`keepsPriorities`), values may contain server values: the tag
  /// `NodeTag.serverTimestamp`, and maps `{".sv": {"increment": 1}}`.
  func updateExported(_ writes: [TreeWrite]) async throws

  /// This database as a store with a connection, or nil if every write is independent.
  var connectedStore: (any ConnectedTreeStore)? { get }
}

extension TreeReader {
  /// Returns the value at a path without an ETag, for stores that have none.
  public func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree? {
    TaggedTree(value: try await tree(at: path), tag: nil)
  }

  /// Compares the value at a path with a tree in stored form by reading it.
  public func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
    let found = try await taggedTree(at: path, unlessTagged: nil)
    return found?.value == tree ? .same(tag: found?.tag) : .different
  }

  /// Returns the guarantee of stores that check and write in one transaction.
  public func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee { .checked }

  /// A Boolean value indicating whether the database stores priorities; false by default.
  public var keepsPriorities: Bool { false }

  /// Returns the value at a path, for databases whose stored form includes priorities.
  public func exportedTree(at path: TreePath) async throws -> Tree { try await tree(at: path) }

  /// Returns the children at a path that match a query, for databases whose queries support
  /// priorities or that have no priorities.
  public func exportedChildren(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    guard query.order == .priority, !keepsPriorities else {
      return try await children(at: path, matching: query)
    }
    // Children without priorities are in key order.
    guard query.start == nil, query.end == nil else {
      return query.entries(of: try await tree(at: path))
    }
    return try await children(at: path, matching: TreeQuery(order: .key, limit: query.limit))
  }

  /// Nil by default: the database has no connection.
  public var connected: (any ConnectedTreeReader)? { nil }
}

extension TreeStore {
  /// Performs the writes and returns nil, for stores that cannot compare ETags.
  public func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String? {
    try await update(writes)
    return nil
  }

  /// Performs the writes, for databases without priorities, whose values are the same in both
  /// forms.
  public func updateExported(_ writes: [TreeWrite]) async throws { try await update(writes) }

  /// Nil by default: the database has no connection.
  public var connectedStore: (any ConnectedTreeStore)? { nil }

  /// Replaces the value at a path.
  public func set(_ value: Tree, at path: TreePath) async throws {
    try await update([TreeWrite(path: path, value: value)])
  }

  /// Removes the value at a path; containers that become empty are removed with it.
  public func remove(at path: TreePath) async throws {
    try await update([TreeWrite(path: path, value: .null)])
  }
}

extension ServiceKind {
  /// Realtime Databases.
  package static let databases = ServiceKind("databases")
}

extension ServiceKey where Reader == any TreeReader, Store == any TreeStore {
  /// Realtime Databases.
  public static var databases: ServiceKey { ServiceKey(.databases, noun: "database") { $0 } }
}
