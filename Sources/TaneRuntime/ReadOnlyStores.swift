import TaneCore

/// A Realtime Database that can only be read, whoever asks.
struct ReadOnlyTreeStore: TreeStore {
  private let store: any TreeStore

  init(_ store: any TreeStore) { self.store = store }

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

  func update(_ writes: [TreeWrite]) async throws { throw StoreError.openedForReading }

  func guarantee(of writes: [TreeWrite]) -> UpdateGuarantee { store.guarantee(of: writes) }
}

/// A bucket that can only be read, whoever asks.
struct ReadOnlyObjectStore: ObjectStore {
  private let store: any ObjectStore

  init(_ store: any ObjectStore) { self.store = store }

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await store.data(at: name, maximumSize: maximumSize)
  }

  func object(at name: String) async throws -> StoredObject? {
    try await store.object(at: name)
  }

  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await store.list(request)
  }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    throw StoreError.openedForReading
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    throw StoreError.openedForReading
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    throw StoreError.openedForReading
  }
}

extension StoreError {
  static let openedForReading = StoreError(
    .readOnly,
    service: "the environment",
    "it was opened for reading only"
  )
}
