import TaneCore

/// One database of the emulator: its data in memory, its listeners, and the store that keeps it.
///
/// Writes are made one after the other, each at once in memory, where listeners hear of it; who wrote
/// has the answer when the store has it. Whoever must not hear of later writes before that answer keeps a
/// place for it in the step that makes the write. While the store is busy with one update all writes that come
/// in gather for the next. Where the store fails, its data are taken as they are and everybody is told.
actor DatabaseNamespace {
  /// The database's name, the `ns` of requests.
  nonisolated let name: String
  private let store: any TreeStore
  private let now: @Sendable () -> Int64
  private let whenUsed: @Sendable (DatabaseNamespace) -> Void
  private let whenGone: @Sendable (String) -> Void

  private var isUsed = false
  private var root: DatabaseNode?
  private var isLoaded = false
  private var loading: Task<Tree, any Error>?

  private var groups: [ListenTarget: ListenerGroup] = [:]
  private var targets: [Int: ListenTarget] = [:]
  private var listenerCount = 0

  private var unsaved: [TreePath] = []
  private var waiting: [CheckedContinuation<Void, any Error>] = []
  private var isSaving = false

  /// Creates a database over a store.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - store: What keeps the data.
  ///   - now: The time in milliseconds since 1970.
  ///   - whenUsed: Called once, when the database has data for the first time.
  ///   - whenGone: Called with the name when nobody holds the database any more.
  init(
    name: String,
    store: any TreeStore,
    now: @escaping @Sendable () -> Int64,
    whenUsed: @escaping @Sendable (DatabaseNamespace) -> Void = { _ in },
    whenGone: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.name = name
    self.store = store
    self.now = now
    self.whenUsed = whenUsed
    self.whenGone = whenGone
  }

  deinit {
    whenGone(name)
  }

  /// The node at a path, nil where there is none.
  ///
  /// `inOrder` is called in the step that reads: what it queues stands before the events of later writes.
  func node(
    at path: TreePath,
    inOrder: @Sendable () -> Void = {}
  ) async throws(DatabaseProblem) -> DatabaseNode? {
    try await load()
    inOrder()
    return root[path]
  }

  /// Makes a write, and returns when the store has it.
  ///
  /// The data that were sent go when the nodes are made of them: a large tree is not kept twice while it
  /// is stored.
  ///
  /// `inOrder` is called in the step that makes the write, or finds that it cannot be made: what it queues
  /// stands behind the events of this write and before those of later ones.
  func write(
    _ write: consuming DatabaseWrite,
    inOrder: @Sendable () -> Void = {}
  ) async throws(DatabaseProblem) -> WriteResult {
    try await load()
    if let expected = write.expectedHash {
      let node = root[write.path]
      guard NodeHash.of(node) == expected else {
        inOrder()
        return .stale(node)
      }
    }
    let nodes = try prepare(write)
    let paths = apply(
      zip(write.parts.map(\.path), nodes),
      mergeBase: write.isMerge ? write.path : nil
    )
    inOrder()
    _ = consume write
    try await save(paths)
    return .written(nodes)
  }

  /// Begins to tell a listener about a target: first what is there, then what becomes of it.
  ///
  /// - Parameters:
  ///   - target: What to listen to.
  ///   - hash: The hash of what the listener has; where it is that of what is there, the first message
  ///     is left out.
  ///   - format: How to tell.
  ///   - revoked: Hears the reason where the listener is told no more.
  ///   - first: Takes the first message in its stead, or nil where that is left out.
  ///   - send: Takes each message, in order, at once.
  /// - Returns: A number by which to end.
  /// - Throws: A problem with the store.
  func listen(
    to target: ListenTarget,
    unlessHash hash: String? = nil,
    as format: ListenerFormat,
    revoked: @escaping @Sendable (String) -> Void = { _ in },
    first: (@Sendable ([UInt8]?) -> Void)? = nil,
    send: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(DatabaseProblem) -> Int {
    try await load()
    var group = groups[target] ?? ListenerGroup(target: target)
    if group.listeners.isEmpty { group.begin(with: root) }
    listenerCount += 1
    group.listeners[listenerCount] = .init(format: format, send: send, revoke: revoked)
    let held = group.held(of: root)
    let isNew = hash == nil || NodeHash.of(held) != hash
    let bytes = isNew ? format.encode(.put(.init(path: .root, node: held))) : nil
    if let first { first(bytes) } else if let bytes { send(bytes) }
    groups[target] = group
    targets[listenerCount] = target
    return listenerCount
  }

  /// Ends telling a listener.
  func stopListening(_ listener: Int) {
    guard let target = targets.removeValue(forKey: listener) else { return }
    groups[target]?.listeners[listener] = nil
    if groups[target]?.listeners.isEmpty == true { groups[target] = nil }
  }

  /// Takes over what others have written to the store, and tells listeners.
  ///
  /// Does nothing while writes are on their way to the store.
  func refresh() async throws(DatabaseProblem) {
    try await load()
    guard !isSaving else { return }
    let tree = try await stored()
    guard !isSaving else { return }
    take(tree)
  }
}

extension DatabaseNamespace {
  private func load() async throws(DatabaseProblem) {
    guard !isLoaded else { return }
    let store = store
    let task = loading ?? Task { try await store.tree(at: .root) }
    loading = task
    do {
      let tree = try await task.value
      guard !isLoaded else { return }
      take(tree)
      isLoaded = true
    } catch {
      loading = nil
      throw DatabaseProblem(storeError: error)
    }
  }

  private func stored() async throws(DatabaseProblem) -> Tree {
    do {
      return try await store.tree(at: .root)
    } catch {
      throw DatabaseProblem(storeError: error)
    }
  }

  private func take(_ tree: Tree) {
    let old = root
    root = tree.isNull ? nil : .tree(tree)
    announce(DatabaseChange([.init(path: .root, old: old, new: root)]))
  }

  private func prepare(_ write: DatabaseWrite) throws(DatabaseProblem) -> [DatabaseNode?] {
    let time = now()
    var nodes: [DatabaseNode?] = []
    for part in write.parts {
      nodes.append(
        try WritePreparation.node(of: part.data, at: part.path, over: root[part.path], time: time)
      )
    }
    return nodes
  }

  /// Makes replacements in memory, tells listeners, and returns the paths that the store must be told.
  private func apply(
    _ replacements: some Sequence<(TreePath, DatabaseNode?)>,
    mergeBase: TreePath?
  ) -> [TreePath] {
    var made: [DatabaseChange.Replacement] = []
    var paths: [TreePath] = []
    for (path, node) in replacements {
      let old = root[path]
      paths += pathOfValue(replacedOnTheWayTo: path)
      DatabaseNode.replace(&root, at: path.components[...], with: node)
      paths.append(pathToSave(after: path))
      made.append(.init(path: path, old: old, new: root[path]))
    }
    announce(DatabaseChange(mergeBase: mergeBase, made))
    return paths
  }

  private func announce(_ change: DatabaseChange) {
    guard !change.replacements.isEmpty else { return }
    if !isUsed {
      isUsed = true
      whenUsed(self)
    }
    // Taken out first, so that the groups are nobody else's when they are changed.
    let concerned = groups.keys.filter { change.concerns($0.path) }
    for target in concerned { groups[target]?.announce(change, of: root) }
  }

  /// The path of a scalar with a priority that a write below it takes away; the priority stays.
  private func pathOfValue(replacedOnTheWayTo path: TreePath) -> [TreePath] {
    for length in path.components.indices {
      let place = TreePath(Array(path.components[..<length]))
      guard let node = root[place] else { return [] }
      if node.scalar != nil {
        return node.priority == nil ? [] : [place.appending(DatabaseNode.valueKey)]
      }
    }
    return []
  }

  /// The path of the node that holds all that a write at a path has changed.
  private func pathToSave(after path: TreePath) -> TreePath {
    if path.key == DatabaseNode.priorityKey {
      // A scalar is written another way with a priority than without.
      return root[path.parent].map { $0.scalar == nil ? path : path.parent } ?? path.parent
    }
    let gone = path.components.indices.first { length in
      root[TreePath(Array(path.components[..<length]))] == nil
    }
    return gone.map { TreePath(Array(path.components[..<$0])) } ?? path
  }
}

extension DatabaseNamespace {
  private func save(_ paths: [TreePath]) async throws(DatabaseProblem) {
    unsaved += paths
    do {
      try await withCheckedThrowingContinuation { continuation in
        waiting.append(continuation)
        guard !isSaving else { return }
        isSaving = true
        // Not a part of the client's task: what is under way is finished though the client leaves.
        Task { await saveAll() }
      }
    } catch {
      throw DatabaseProblem(storeError: error)
    }
  }

  private func saveAll() async {
    while !waiting.isEmpty {
      let writes = Self.outermost(unsaved).map { path in
        TreeWrite(path: path, value: root[path].exportForm)
      }
      let finished = waiting
      (unsaved, waiting) = ([], [])
      do {
        try await store.update(writes)
        finished.forEach { $0.resume() }
      } catch {
        await giveUp(finished, error)
      }
    }
    isSaving = false
  }

  /// Goes back to what the store holds: writes that came in since then are lost with those that failed.
  private func giveUp(_ failed: [CheckedContinuation<Void, any Error>], _ error: any Error) async {
    let tree = try? await store.tree(at: .root)
    let failed = failed + waiting
    (unsaved, waiting) = ([], [])
    if let tree {
      take(tree)
    } else {
      // What is in memory may never have reached the store, and what the store has is not known.
      (root, isLoaded, loading) = (nil, false, nil)
      for group in groups.values { group.revoke("the data cannot be read: \(error)") }
      (groups, targets) = ([:], [:])
    }
    failed.forEach { $0.resume(throwing: error) }
  }

  /// The paths of some that no other of them contains, each once.
  static func outermost(_ paths: [TreePath]) -> [TreePath] {
    guard paths.count > 1 else { return paths }
    // In walk order a path is followed by all that lies below it.
    return paths.sorted().reduce(into: []) { kept, path in
      if kept.last?.contains(path) != true { kept.append(path) }
    }
  }
}

extension DatabaseProblem {
  /// A problem with the store behind a database.
  init(storeError error: any Error) {
    self.init("Internal server error. (\(error))", kind: .storeFailed)
  }
}
