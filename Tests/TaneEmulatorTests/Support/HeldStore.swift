import TaneCore
import TaneTesting

/// A store whose updates wait until they are released.
actor HeldStore: TreeStore {
  private let store: InMemoryTreeStore
  private var isHeld = true
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watchers: [CheckedContinuation<Void, Never>] = []

  init(_ tree: Tree) { store = InMemoryTreeStore(tree) }

  /// Waits until an update has arrived.
  func untilUpdate() async {
    guard held.isEmpty else { return }
    await withCheckedContinuation { watchers.append($0) }
  }

  /// Performs the waiting updates and all later ones.
  func release() {
    isHeld = false
    for continuation in held { continuation.resume() }
    held = []
  }

  func update(_ writes: [TreeWrite]) async throws {
    if isHeld {
      await withCheckedContinuation { continuation in
        held.append(continuation)
        for watcher in watchers { watcher.resume() }
        watchers = []
      }
    }
    try await store.update(writes)
  }

  func tree(at path: TreePath) async throws -> Tree { try await store.tree(at: path) }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }
}
