import TaneCore

/// A lease store that uses a node of a Realtime Database.
struct DatabaseLeaseStore: LeaseStore {
  private let store: any TreeStore
  private let path: TreePath

  func content() async throws -> Tree { try await store.tree(at: path) }

  func replace(_ expected: Tree, with content: Tree) async throws -> Bool {
    do {
      try await store.update([TreeWrite(path: path, value: content, expected: expected)])
      return true
    } catch let error as StoreError where error.code == .conflict {
      return false
    }
  }
}

extension DatabaseLeaseStore {
  /// Creates a store below the reserved key, or returns nil if the database's root is a scalar,
  /// which the lease would overwrite.
  init?(in store: any TreeStore, reservedKey: String) async throws {
    if try await store.childKeys(at: .root).isEmpty, try await !store.tree(at: .root).isNull {
      return nil
    }
    self.store = store
    path = TreePath([reservedKey, "lease"])
  }
}
