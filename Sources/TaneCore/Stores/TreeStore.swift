/// A Realtime Database to read from, wherever it is kept: what planning and comparing are given.
///
/// Trees that come out are in stored form (`Tree.storedForm()`): maps only, null where nothing is. Every call
/// may throw a `StoreError` or `CancellationError`.
public protocol TreeReader: Sendable {
  /// The value at a path, null where there is none.
  func tree(at path: TreePath) async throws -> Tree

  /// The value at a path with its tag; nil where it is still the value that had a tag before.
  ///
  /// Stores that give no tags always read the value.
  func taggedTree(at path: TreePath, unless tag: String?) async throws -> TaggedTree?

  /// Whether the value at a path is a tree in stored form, found out without keeping another tree.
  func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement

  /// The keys of the children at a path in key order, without reading what is below them.
  func childKeys(at path: TreePath) async throws -> [String]

  /// The children at a path that a query selects, in the query's order.
  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry]

  /// What `TreeStore.update(_:)` promises of these writes, found out without asking anybody.
  func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee

  /// Whether priorities are kept, and server values filled in by the database itself.
  var keepsPriorities: Bool { get }

  /// The value at a path in export form, null where there is none.
  ///
  /// In export form a map holds its priority under `.priority`, and a scalar with a priority is a map of
  /// `.value` and `.priority`. Without priorities it is the stored form. See
  /// <https://firebase.google.com/docs/database/rest/app-management#section-export>.
  func exportedTree(at path: TreePath) async throws -> Tree

  /// The children at a path that a query selects, in the query's order, in export form.
  ///
  /// The order by the child `.priority` is that by priorities; every other compares values without them.
  func exportedChildren(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry]

  /// This database as one that has a connection; nil where each question stands by itself.
  var connected: (any ConnectedTreeReader)? { get }
}

/// A Realtime Database, wherever it is kept.
///
/// Trees that go in may hold lists, nulls and empty containers. A write that throws has changed nothing,
/// unless the error says otherwise.
public protocol TreeStore: TreeReader {
  /// Makes several writes at once: all of them, or none.
  ///
  /// No write's path may be that of another or lie below it (`StoreError.Code.overlappingWrites`).
  /// Where a write expects a value and finds another, nothing is written and the error's code is
  /// `conflict`, its paths those of the writes that did not find what they expected.
  func update(_ writes: [TreeWrite]) async throws

  /// Makes several writes at once, as `update(_:)` does, and returns the tag that all of the database has then, where it
  /// had another one until then.
  ///
  /// Nobody else has written between the two. It is nil for stores whose tags say less, and where the tag was not that
  /// one.
  func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String?

  /// Makes several writes at once, as `update(_:)` does, of values in export form.
  ///
  /// The last key of a path may be `.priority`: such a write sets a priority, or with null removes it, and
  /// has no effect where no value is. Expected values are in export form as well. Where priorities are kept
  /// (`keepsPriorities`), values may hold server values: the tag `NodeTag.serverTimestamp`, and maps
  /// `{".sv": {"increment": 1}}`.
  func updateExported(_ writes: [TreeWrite]) async throws

  /// This database as one that has a connection; nil where each write stands by itself.
  var connectedStore: (any ConnectedTreeStore)? { get }
}

extension TreeReader {
  /// The value at a path without a tag, for stores that give none.
  public func taggedTree(at path: TreePath, unless tag: String?) async throws -> TaggedTree? {
    TaggedTree(value: try await tree(at: path), tag: nil)
  }

  /// Whether the value at a path is a tree in stored form, for stores that read it to find out.
  public func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
    let found = try await taggedTree(at: path, unless: nil)
    return found?.value == tree ? .same(tag: found?.tag) : .different
  }

  /// The promise of stores that check and write in one transaction.
  public func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee { .checked }

  /// That no priorities are kept.
  public var keepsPriorities: Bool { false }

  /// The value at a path, for databases whose stored form holds the priorities, if there are any.
  public func exportedTree(at path: TreePath) async throws -> Tree { try await tree(at: path) }

  /// The children at a path that a query selects, for databases whose queries know the priorities, if there
  /// are any.
  public func exportedChildren(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    guard query.order == .priority, !keepsPriorities else {
      return try await children(at: path, matching: query)
    }
    // Where no child has a priority their order is that of the keys.
    guard query.start == nil, query.end == nil else {
      return query.entries(of: try await tree(at: path))
    }
    return try await children(at: path, matching: TreeQuery(order: .key, limit: query.limit))
  }

  /// That there is no connection.
  public var connected: (any ConnectedTreeReader)? { nil }
}

extension TreeStore {
  /// Makes the writes, for stores that cannot tell what their tags were.
  public func update(_ writes: [TreeWrite], replacing tag: String) async throws -> String? {
    try await update(writes)
    return nil
  }

  /// Makes the writes, for databases without priorities: their values are the same in either form.
  public func updateExported(_ writes: [TreeWrite]) async throws { try await update(writes) }

  /// That there is no connection.
  public var connectedStore: (any ConnectedTreeStore)? { nil }

  /// Replaces the value at a path.
  public func set(_ value: Tree, at path: TreePath) async throws {
    try await update([TreeWrite(path: path, value: value)])
  }

  /// Removes the value at a path; the containers that this leaves empty go with it.
  public func remove(at path: TreePath) async throws {
    try await update([TreeWrite(path: path, value: .null)])
  }
}

extension ServiceKind {
  /// Realtime Databases.
  public static let databases = ServiceKind("databases")
}

extension ServiceKey where Reader == any TreeReader, Store == any TreeStore {
  /// Realtime Databases.
  public static var databases: ServiceKey { ServiceKey(.databases, noun: "database") { $0 } }
}
