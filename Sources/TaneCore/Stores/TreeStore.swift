/// A read-only interface to a Realtime Database, used for planning and comparing.
///
/// Returned trees are in stored form (`Tree.storedForm()`), which has no lists; a missing value is
/// null. Every call may throw a `StoreError` or `CancellationError`.
public protocol TreeReader: Sendable {
  /// Returns the value at a path, or null if it does not exist.
  func tree(at path: TreePath) async throws -> Tree

  /// Returns the value at a path with its ETag, or nil if the given ETag is still current.
  ///
  /// Stores without ETags always read the value.
  func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree?

  /// Compares the value at a path with a tree in stored form, if possible without loading the value
  /// as a second tree.
  func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement

  /// Returns the keys of the children at a path in key order, without reading their values.
  func childKeys(at path: TreePath) async throws -> [String]

  /// Returns the children at a path that match a query, in the query's order.
  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry]

  /// Returns the guarantee of `TreeStore.update(_:)` for the writes, without sending a request.
  func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee

  /// A Boolean value indicating whether the database stores priorities and resolves server values
  /// itself.
  var keepsPriorities: Bool { get }

  /// Returns the value at a path in export form, or null if it does not exist.
  ///
  /// In export form, a map contains its priority under `.priority`, and a scalar with a priority is
  /// a map with `.value` and `.priority`. Without priorities, the form equals the stored form. See
  /// <https://firebase.google.com/docs/database/rest/app-management#section-export>.
  func exportedTree(at path: TreePath) async throws -> Tree

  /// Returns the children at a path that match a query, in the query's order and in export form.
  ///
  /// Ordering by the child `.priority` uses priorities; all other orders compare values without
  /// priorities.
  func exportedChildren(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry]

  /// The database as a reader with a connection, or nil if every request is independent.
  var connected: (any ConnectedTreeReader)? { get }
}

/// An interface to a Realtime Database.
///
/// Written trees may contain lists, nulls and empty containers. If a call throws, nothing was
/// written unless the error's outcome indicates otherwise.
public protocol TreeStore: TreeReader {
  /// Performs several writes atomically.
  ///
  /// No write's path may equal another write's path or lie below it
  /// (`StoreError.Code.overlappingWrites`). If an expected value differs, nothing is written, and
  /// the error has the code `conflict` and the paths of the writes that failed.
  func update(_ writes: [TreeWrite]) async throws

  /// Performs several writes atomically, like `update(_:)`, and returns the new ETag of the whole
  /// database, or nil if the given ETag was not current.
  ///
  /// A non-nil result means that no other client has written since the given ETag. The result is
  /// also nil if the store's ETags cannot prove this.
  func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String?

  /// Atomically performs several writes with values in export form, like `update(_:)`.
  ///
  /// The last key of a path may be `.priority`: such a write sets a priority, or removes it if
  /// null, and has no effect on a missing value. Expected values are also in export form. If the
  /// database stores priorities (`keepsPriorities`), values may contain server values: the tag
  /// `NodeTag.serverTimestamp`, and maps `{".sv": {"increment": 1}}`.
  func updateExported(_ writes: [TreeWrite]) async throws

  /// The database as a store with a connection, or nil if every write is independent.
  var connectedStore: (any ConnectedTreeStore)? { get }
}

extension TreeReader {
  /// Returns the value at a path with a nil ETag, for stores without ETags.
  public func taggedTree(at path: TreePath, unlessTagged tag: String?) async throws -> TaggedTree? {
    TaggedTree(value: try await tree(at: path), tag: nil)
  }

  /// Compares the value at a path with a tree in stored form by reading it.
  public func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
    let found = try await taggedTree(at: path, unlessTagged: nil)
    return found?.value == tree ? .same(tag: found?.tag) : .different
  }

  /// Returns `checked`, for stores that check and write in one transaction.
  public func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee { .checked }

  /// A Boolean value indicating whether the database stores priorities; false by default.
  public var keepsPriorities: Bool { false }

  /// Returns the value at a path, for databases that have no priorities or whose stored form
  /// includes them.
  public func exportedTree(at path: TreePath) async throws -> Tree { try await tree(at: path) }

  /// Returns the children at a path that match a query, for databases that support priorities in
  /// queries or have no priorities.
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

  /// The database as a reader with a connection; nil by default.
  public var connected: (any ConnectedTreeReader)? { nil }
}

extension TreeStore {
  /// Performs the writes and returns nil, for stores that cannot compare ETags.
  public func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String? {
    try await update(writes)
    return nil
  }

  /// Performs the writes, for databases without priorities, where the stored form and the export
  /// form are equal.
  public func updateExported(_ writes: [TreeWrite]) async throws { try await update(writes) }

  /// The database as a store with a connection; nil by default.
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
  /// The service kind for Realtime Databases.
  package static let databases = ServiceKind("databases")
}

extension ServiceKey where Reader == any TreeReader, Store == any TreeStore {
  /// The service key for Realtime Databases.
  public static var databases: ServiceKey { ServiceKey(.databases, noun: "database") { $0 } }
}
