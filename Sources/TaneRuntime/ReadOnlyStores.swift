import TaneCore

/// A Realtime Database that can only be read, whoever asks.
struct ReadOnlyTreeStore<Store: TreeStore>: TreeStore {
  let store: Store
  let refusal: StoreError

  func tree(at path: TreePath) async throws -> Tree { try await store.tree(at: path) }

  func taggedTree(at path: TreePath, unless tag: String?) async throws -> TaggedTree? {
    try await store.taggedTree(at: path, unless: tag)
  }

  func agreement(with tree: Tree, at path: TreePath) async throws -> TreeAgreement {
    try await store.agreement(with: tree, at: path)
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws { throw refusal }

  func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee { store.guarantee(of: writes) }
}

// What a database can do besides, it can still do.

extension ReadOnlyTreeStore: ExportFormTreeStore where Store: ExportFormTreeStore {
  func exportedTree(at path: TreePath) async throws -> Tree {
    try await store.exportedTree(at: path)
  }

  func exportedChildren(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.exportedChildren(at: path, matching: query)
  }

  func updateExported(_ writes: [TreeWrite]) async throws { throw refusal }
}

extension ReadOnlyTreeStore: ObservableTreeStore where Store: ObservableTreeStore {
  func trees(at path: TreePath) -> AsyncThrowingStream<Tree, any Error> { store.trees(at: path) }
}

// Of every database: what would be written later is refused at once.
extension ReadOnlyTreeStore: DisconnectTreeStore {
  func updateOnDisconnect(_ writes: [TreeWrite]) async throws { throw refusal }

  func cancelDisconnectWrites(at path: TreePath) async throws {}

  func disconnect() async { await (store as? any DisconnectTreeStore)?.disconnect() }
}

extension EnvironmentStores {
  /// The same stores, of which every write fails with an error.
  func refusingWrites(_ refusal: StoreError) -> EnvironmentStores {
    func wrapped(_ store: some TreeStore) -> any TreeStore {
      ReadOnlyTreeStore(store: store, refusal: refusal)
    }
    func wrapped(_ store: some ObjectStore) -> any ObjectStore {
      ReadOnlyObjectStore(store: store, refusal: refusal)
    }
    func wrapped(_ store: some DocumentStore) -> any DocumentStore {
      ReadOnlyDocumentStore(store: store, refusal: refusal)
    }
    func wrapped(_ store: some AccountStore) -> any AccountStore {
      ReadOnlyAccountStore(store: store, refusal: refusal)
    }
    var stores = self
    for (name, store) in self[.databases] {
      stores.add(wrapped(store), named: name, as: .databases)
    }
    for (name, store) in self[.buckets] { stores.add(wrapped(store), named: name, as: .buckets) }
    for (name, store) in self[.firestore] {
      stores.add(wrapped(store), named: name, as: .firestore)
    }
    for (name, store) in self[.accounts] { stores.add(wrapped(store), named: name, as: .accounts) }
    return stores
  }
}
