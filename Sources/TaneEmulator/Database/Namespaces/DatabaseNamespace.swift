import TaneCore

/// One database of the emulator: its data in memory, its listeners and its store.
///
/// Writes are applied one after another to the data in memory, and listeners are notified
/// immediately; a write returns when the store has saved it. A caller whose response must precede
/// the events of later writes reserves a slot for the response while the write is applied. While
/// the store is busy, incoming writes are collected for its next update. If the store fails, the
/// data in the store is loaded again and listeners are notified.
actor DatabaseNamespace {
  /// The database's name, which requests send as `ns`.
  nonisolated let name: String
  private let store: any TreeStore
  private let now: @Sendable () -> Int64
  private let onFirstData: @Sendable (DatabaseNamespace) -> Void
  private let onRelease: @Sendable (String) -> Void

  private var isUsed = false
  private var root: DatabaseNode?
  private var isLoaded = false
  private var loadTask: Task<Tree, any Error>?

  private var groups: [ListenTarget: ListenerGroup] = [:]
  private var targets: [Int: ListenTarget] = [:]
  private var listenerCount = 0

  private var unsavedPaths: [TreePath] = []
  private var saveContinuations: [CheckedContinuation<Void, any Error>] = []
  private var isSaving = false

  /// Creates a database backed by a store.
  ///
  /// - Parameters:
  ///   - name: The database's name.
  ///   - store: The store of the data.
  ///   - now: Returns the time, in milliseconds since 1970.
  ///   - onFirstData: Called once, when the database has data for the first time.
  ///   - onRelease: Called with the name when the database is released.
  init(
    name: String,
    store: any TreeStore,
    now: @escaping @Sendable () -> Int64,
    onFirstData: @escaping @Sendable (DatabaseNamespace) -> Void = { _ in },
    onRelease: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.name = name
    self.store = store
    self.now = now
    self.onFirstData = onFirstData
    self.onRelease = onRelease
  }

  deinit {
    onRelease(name)
  }

  /// Returns the node at a path, or nil if it does not exist; throws if the client may not read it.
  ///
  /// `inOrder` is called while the node is read, so that the messages that it queues precede the
  /// events of later writes.
  func node(
    at path: TreePath,
    _ query: DatabaseQuery? = nil,
    _ evaluator: DatabaseRulesEvaluator? = nil,
    inOrder: @Sendable () -> Void = {}
  ) async throws(DatabaseFailure) -> DatabaseNode? {
    try await load()
    inOrder()
    try checkRead(path, query, evaluator)
    return root[path]
  }

  /// Throws unless a client may read a node or, if a query is given, the query's result.
  private func checkRead(
    _ path: TreePath,
    _ query: DatabaseQuery?,
    _ evaluator: DatabaseRulesEvaluator?
  ) throws(DatabaseFailure) {
    guard let evaluator else { return }
    let decision = evaluator.evaluateRead(of: path, query, in: root, now: now())
    if let denial = DatabaseFailure.denial(decision) { throw denial }
  }

  /// Throws unless a client may perform a write.
  func check(
    _ write: DatabaseWrite,
    _ evaluator: DatabaseRulesEvaluator
  ) async throws(DatabaseFailure) {
    try await load()
    let time = now()
    try check(write, try write.nodes(below: root, time: time), evaluator, time)
  }

  private func check(
    _ write: borrowing DatabaseWrite,
    _ nodes: [DatabaseNode?],
    _ evaluator: DatabaseRulesEvaluator,
    _ time: Int64
  ) throws(DatabaseFailure) {
    let decision = evaluator.evaluateWrite(
      of: nodes,
      at: write.parts.map(\.path),
      below: root,
      now: time
    )
    if let denial = DatabaseFailure.denial(decision) { throw denial }
  }

  /// Applies a write, and returns when the store has saved it.
  ///
  /// `write` is released after its data is converted to nodes and before the nodes are saved, so
  /// that a large tree is not in memory twice.
  ///
  /// `inOrder` is called while the write is applied or rejected, so that the messages that it
  /// queues follow the events of this write and precede the events of later writes.
  func write(
    _ write: consuming DatabaseWrite,
    _ evaluator: DatabaseRulesEvaluator? = nil,
    inOrder: @Sendable () -> Void = {}
  ) async throws(DatabaseFailure) -> WriteResult {
    try await load()
    if let expected = write.expectedHash {
      let node = root[write.path]
      guard NodeHash.of(node) == expected else {
        inOrder()
        // A client that may neither read nor write a node must not learn its hash.
        if let evaluator, (try? checkRead(write.path, nil, evaluator)) == nil {
          let time = now()
          try check(write, try write.nodes(below: root, time: time), evaluator, time)
        }
        return .stale(node)
      }
    }
    let time = now()
    let nodes = try write.nodes(below: root, time: time)
    if let evaluator { try check(write, nodes, evaluator, time) }
    let paths = apply(
      zip(write.parts.map(\.path), nodes),
      mergeBase: write.isMerge ? write.path : nil
    )
    inOrder()
    _ = consume write
    try await save(paths)
    return .written(nodes)
  }

  /// Subscribes a listener to a target: sends the target's current data, then each change.
  ///
  /// - Parameters:
  ///   - target: The target to listen to.
  ///   - evaluator: The evaluator of the client's reads.
  ///   - hash: The hash of the data that the listener already has. If it is current, the first
  ///     message is omitted.
  ///   - format: The encoding of messages.
  ///   - revoked: Receives the reason if the database removes the listener.
  ///   - first: Receives the first message instead of `send`, or nil if that message is omitted.
  ///   - send: Receives each message synchronously, in order.
  /// - Returns: The number to pass to `stopListening(_:)`.
  /// - Throws: A `DatabaseFailure` if the store fails or the client may not read the target.
  func listen(
    to target: ListenTarget,
    checkedBy evaluator: DatabaseRulesEvaluator? = nil,
    unlessHash hash: String? = nil,
    as format: ListenerFormat,
    revoked: @escaping @Sendable (String) -> Void = { _ in },
    first: (@Sendable ([UInt8]?) -> Void)? = nil,
    send: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(DatabaseFailure) -> Int {
    try await load()
    try checkRead(target.path, target.query.nonDefault, evaluator)
    var group = groups[target] ?? ListenerGroup(target: target)
    if group.listeners.isEmpty { group.begin(with: root) }
    listenerCount += 1
    group.listeners[listenerCount] = .init(format: format, send: send, revoke: revoked)
    let held = group.currentValue(in: root)
    let isNew = hash == nil || NodeHash.of(held) != hash
    let bytes = isNew ? format.encode(.put(.init(path: .root, node: held))) : nil
    if let first { first(bytes) } else if let bytes { send(bytes) }
    groups[target] = group
    targets[listenerCount] = target
    return listenerCount
  }

  /// Removes a listener by the number that `listen` returned.
  func stopListening(_ listener: Int) {
    guard let target = targets.removeValue(forKey: listener) else { return }
    groups[target]?.listeners[listener] = nil
    if groups[target]?.listeners.isEmpty == true { groups[target] = nil }
  }
}

extension DatabaseNamespace {
  private func load() async throws(DatabaseFailure) {
    guard !isLoaded else { return }
    let store = store
    let task = loadTask ?? Task { try await store.tree(at: .root) }
    loadTask = task
    do {
      let tree = try await task.value
      guard !isLoaded else { return }
      replaceRoot(tree)
      isLoaded = true
    } catch {
      loadTask = nil
      throw DatabaseFailure(storeError: error)
    }
  }

  private func replaceRoot(_ tree: Tree) {
    let old = root
    root = tree.isNull ? nil : .tree(tree)
    notifyListeners(DatabaseChange([.init(path: .root, old: old, new: root)]))
  }

  /// Replaces nodes in memory, notifies listeners, and returns the paths to save.
  private func apply(
    _ replacements: some Sequence<(TreePath, DatabaseNode?)>,
    mergeBase: TreePath?
  ) -> [TreePath] {
    var made: [DatabaseChange.Replacement] = []
    var paths: [TreePath] = []
    for (path, node) in replacements {
      let old = root[path]
      paths += scalarPath(replacedByWritingAt: path)
      DatabaseNode.replace(&root, at: path.components[...], with: node)
      paths.append(pathToSave(after: path))
      made.append(.init(path: path, old: old, new: root[path]))
    }
    notifyListeners(DatabaseChange(mergeBase: mergeBase, made))
    return paths
  }

  private func notifyListeners(_ change: DatabaseChange) {
    guard !change.replacements.isEmpty else { return }
    if !isUsed {
      isUsed = true
      onFirstData(self)
    }
    // The affected targets are collected first, so that each group is uniquely referenced while it
    // changes.
    let concerned = groups.keys.filter { change.affects($0.path) }
    for target in concerned { groups[target]?.notifyListeners(change, of: root) }
  }

  /// Returns an array with the path of a scalar's value if a write below the scalar replaces the
  /// value but preserves the scalar's priority; otherwise returns an empty array.
  private func scalarPath(replacedByWritingAt path: TreePath) -> [TreePath] {
    for length in path.components.indices {
      let place = TreePath(Array(path.components[..<length]))
      guard let node = root[place] else { return [] }
      if node.scalar != nil {
        return node.priority == nil ? [] : [place.appending(DatabaseNode.valueKey)]
      }
    }
    return []
  }

  /// Returns the path of the node that contains all changes made by a write at a path.
  private func pathToSave(after path: TreePath) -> TreePath {
    if path.key == DatabaseNode.priorityKey {
      // The stored form of a scalar depends on whether it has a priority.
      return root[path.parent].map { $0.scalar == nil ? path : path.parent } ?? path.parent
    }
    let gone = path.components.indices.first { length in
      root[TreePath(Array(path.components[..<length]))] == nil
    }
    return gone.map { TreePath(Array(path.components[..<$0])) } ?? path
  }
}

extension DatabaseNamespace {
  private func save(_ paths: [TreePath]) async throws(DatabaseFailure) {
    unsavedPaths += paths
    do {
      try await withCheckedThrowingContinuation { continuation in
        saveContinuations.append(continuation)
        guard !isSaving else { return }
        isSaving = true
        // The task is unstructured, so that the write is completed even if the client disconnects.
        Task { await saveAll() }
      }
    } catch {
      throw DatabaseFailure(storeError: error)
    }
  }

  private func saveAll() async {
    while !saveContinuations.isEmpty {
      let writes = TreePath.outermost(of: unsavedPaths).map { path in
        TreeWrite(path: path, value: root[path].exportForm)
      }
      let finished = saveContinuations
      (unsavedPaths, saveContinuations) = ([], [])
      do {
        try await store.update(writes)
        finished.forEach { $0.resume() }
      } catch {
        await revertToStore(failing: finished, with: error)
      }
    }
    isSaving = false
  }

  /// Reverts to the data of the store; writes made in the meantime also fail.
  private func revertToStore(
    failing failed: [CheckedContinuation<Void, any Error>],
    with error: any Error
  ) async {
    let tree = try? await store.tree(at: .root)
    let failed = failed + saveContinuations
    (unsavedPaths, saveContinuations) = ([], [])
    if let tree {
      replaceRoot(tree)
    } else {
      // The data in memory may not have been saved, and the data of the store is unknown.
      (root, isLoaded, loadTask) = (nil, false, nil)
      for group in groups.values { group.revoke("the data cannot be read: \(error)") }
      (groups, targets) = ([:], [:])
    }
    failed.forEach { $0.resume(throwing: error) }
  }
}

extension DatabaseFailure {
  /// Creates the error for a store failure.
  init(storeError error: any Error) {
    self.init("Internal server error. (\(error))", kind: .storeFailed)
  }
}
