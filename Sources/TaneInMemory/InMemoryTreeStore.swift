import Synchronization
public import TaneCore

/// An in-memory Realtime Database for tests.
///
/// As in the emulator, priorities are stored in export form: as the children `.priority` and
/// `.value`.
public final class InMemoryTreeStore: TreeStore {
  /// A Boolean value indicating whether the database stores priorities; always true.
  public let keepsPriorities = true
  private let service: String
  private let now: @Sendable () -> Int64
  private let root: Mutex<MemoryNode?>

  /// Creates an empty database.
  ///
  /// `service` is the name in errors; `now` returns the value of server timestamps, in milliseconds
  /// since 1970.
  public init(service: String = "in memory", now: @escaping @Sendable () -> Int64 = { 0 }) {
    self.service = service
    self.now = now
    root = Mutex(nil)
  }

  /// Creates a database that contains a tree.
  public convenience init(_ tree: Tree, service: String = "in memory") {
    self.init(service: service)
    root.withLock { $0 = MemoryNode(tree, time: 0) }
  }

  /// Returns the value at a path, or null if there is none.
  public func tree(at path: TreePath) async throws -> Tree {
    try Task.checkCancellation()
    return currentTree(at: path)
  }

  /// Returns the keys of the children at a path in key order.
  public func childKeys(at path: TreePath) async throws -> [String] {
    try await tree(at: path).children.compactMap(\.key)
  }

  /// Returns the children at a path that match a query, in the query's order.
  public func children(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    query.entries(of: try await tree(at: path))
  }

  /// Performs several writes atomically.
  public func update(_ writes: [TreeWrite]) async throws {
    try check(writes)
    try make(writes) { write, _ in [write] }
  }

  /// Returns the children at a path that match a query, in the query's order and in export form.
  public func exportedChildren(
    at path: TreePath,
    matching query: TreeQuery
  ) async throws -> [TreeEntry] {
    query.exportedEntries(of: try await tree(at: path))
  }

  /// Atomically performs several writes with values in export form.
  public func updateExported(_ writes: [TreeWrite]) async throws {
    try check(
      writes.map { TreeWrite(path: $0.path, value: $0.value.resolvingIncrements(from: nil)) }
    )
    try make(writes) { write, root in
      try MemoryReader(root: root).storedWrites(of: write)
    }
  }

  /// Applies writes in order; converts each one to basic writes just before it is applied.
  private func make(
    _ writes: [TreeWrite],
    as parts: (TreeWrite, MemoryNode?) throws -> [TreeWrite]
  ) throws {
    try Task.checkCancellation()
    let time = now()
    try root.withLock { root in
      try checkExpectations(of: writes, against: root)
      for write in writes {
        for part in try parts(write, root) {
          let node = MemoryNode(part.value, time: time)
          root = MemoryNode.replacing(root, part.path.keyBytes[...], with: node)
        }
      }
    }
  }

  private func currentTree(at path: TreePath) -> Tree {
    root.withLock { MemoryReader(root: $0).tree(at: path) }
  }

  private func check(_ writes: [TreeWrite]) throws {
    if let (first, second) = TreeWrite.overlap(in: writes) {
      throw StoreError(
        .overlappingWrites,
        service: service,
        "the update contains overlapping paths: \(first) and \(second)",
        paths: [first, second]
      )
    }
    for write in writes {
      let findings =
        RealtimeDatabaseCheck.findings(about: write.path, of: service)
        + RealtimeDatabaseCheck.findings(in: write.value, at: write.path, of: service)
      guard let error = findings.first(where: { $0.severity == .error }) else { continue }
      throw StoreError(
        .invalidData,
        service: service,
        error.message,
        paths: [error.address?.path ?? write.path]
      )
    }
  }

  private func checkExpectations(of writes: [TreeWrite], against root: MemoryNode?) throws {
    let missed = writes.filter { write in
      guard let expected = write.expected else { return false }
      return MemoryReader(root: root).tree(at: write.path) != expected.storedForm()
    }
    guard !missed.isEmpty else { return }
    throw StoreError(
      .conflict,
      service: service,
      "the current value is not the expected value",
      paths: missed.map(\.path)
    )
  }
}

extension TreePath {
  /// The keys as UTF-8 bytes, which distinguish keys that differ only in Unicode normalization.
  var keyBytes: [[UInt8]] { components.map { Array($0.utf8) } }
}

extension InMemoryTreeStore: CompiledStore {
  package convenience init(_ content: CompiledContent) { self.init(content.tree) }

  package var compiledContent: CompiledContent { CompiledContent(currentTree(at: .root)) }

  package func copy() -> InMemoryTreeStore {
    let (node, copy) = (root.withLock { $0 }, InMemoryTreeStore())
    copy.root.withLock { $0 = node }
    return copy
  }
}
