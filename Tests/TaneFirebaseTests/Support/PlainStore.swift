import TaneCore
import TaneTesting

/// A database without priorities, which are optional for stores.
struct PlainStore: TreeStore {
  private let store = InMemoryTreeStore()

  func tree(at path: TreePath) async throws -> Tree { try await store.tree(at: path) }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws { try await store.update(writes) }
}
