import TaneCore

/// A cache of the ancestors of compared nodes; each ancestor is requested at most once.
actor NodeAncestorCache {
  enum State: Sendable {
    case nothing
    case leaf(Tree)
    /// The keys of the node's children in UTF-8.
    case children(Set<[UInt8]>)
  }

  private let store: any TreeReader
  private var pendingReads: [TreePath: Task<State, any Error>] = [:]
  private var states: [TreePath: State] = [:]

  init(_ store: any TreeReader) { self.store = store }

  /// Returns true if the cache shows that a path has no value.
  func isKnownAbsent(_ path: TreePath) -> Bool {
    guard let key = path.key else { return false }
    switch states[path.parent] {
    case .nothing, .leaf: return true
    case .children(let keys): return !keys.contains(Array(key.utf8))
    case nil: return isKnownAbsent(path.parent)
    }
  }

  /// Returns the nearest existing ancestor of an absent path if it is a scalar, otherwise nil.
  func leaf(above path: TreePath) async throws -> (TreePath, Tree)? {
    var path = path
    while !path.isRoot {
      path = path.parent
      switch try await state(at: path) {
      case .nothing: continue
      case .leaf(let tree): return (path, tree)
      case .children: return nil
      }
    }
    return nil
  }

  private func state(at path: TreePath) async throws -> State {
    if isKnownAbsent(path) { return .nothing }
    let task = pendingReads[path] ?? Task { [store] in try await Self.read(path, in: store) }
    pendingReads[path] = task
    let state = try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
    states[path] = state
    return state
  }

  private static func read(_ path: TreePath, in store: any TreeReader) async throws -> State {
    let keys = try await store.childKeys(at: path)
    guard keys.isEmpty else { return .children(Set(keys.map { Array($0.utf8) })) }
    let tree = try await store.tree(at: path)
    if tree.isNull { return .nothing }
    // Another client may have written to the node between the two requests.
    guard tree.kind.isContainer else { return .leaf(tree) }
    return .children(Set(tree.children.map { Array(($0.key ?? "").utf8) }))
  }
}
