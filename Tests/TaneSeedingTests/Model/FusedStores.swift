import TaneCore
import TaneTesting

// Stores whose writes go through a fuse.

struct FusedTreeStore: TreeStore {
  let store: InMemoryTreeStore
  let fuse: Fuse

  func tree(at path: TreePath) async throws -> Tree { try await store.tree(at: path) }
  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }
  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }
  func update(_ writes: [TreeWrite]) async throws {
    try await fuse.call { try await store.update(writes) }
  }
}

struct FusedDocumentStore: DocumentStore {
  let store: InMemoryDocumentStore
  let fuse: Fuse

  func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try await store.documents(at: paths)
  }
  func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try await store.documents(matching: query)
  }
  func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    try await store.documents(
      in: collection,
      after: id,
      limit: limit,
      includesMissing: includesMissing
    )
  }
  func collectionIDs(below path: DocumentPath) async throws -> [String] {
    try await store.collectionIDs(below: path)
  }
  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    try await fuse.call { try await store.commit(writes, expecting: expectations) }
  }
  func removeAll() async throws { try await store.removeAll() }
}

struct FusedAccountStore: AccountStore {
  let store: InMemoryAccountStore
  let fuse: Fuse

  func account(id: String) async throws -> Account? { try await store.account(id: id) }
  func account(email: String) async throws -> Account? { try await store.account(email: email) }
  func account(phoneNumber: String) async throws -> Account? {
    try await store.account(phoneNumber: phoneNumber)
  }
  func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try await store.accounts(after: id, limit: limit)
  }
  func put(_ account: Account, replacing existing: Account?) async throws {
    try await fuse.call { try await store.put(account, replacing: existing) }
  }
  func delete(id: String) async throws -> Bool {
    try await fuse.call { try await store.delete(id: id) }
  }
  func removeAll() async throws { try await store.removeAll() }
}

struct FusedObjectStore: ObjectStore {
  let store: InMemoryObjectStore
  let fuse: Fuse

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await fuse.call {
      try await store.put(data, at: name, metadata: metadata, if: precondition)
    }
  }
  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await fuse.call {
      try await store.updateMetadata(metadata, at: name, if: precondition)
    }
  }
  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await store.data(at: name, maximumSize: maximumSize)
  }
  func object(at name: String) async throws -> StoredObject? { try await store.object(at: name) }
  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await store.list(request)
  }
  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await fuse.call { try await store.delete(at: name, if: precondition) }
  }
}

struct FusedRemoteConfigStore: RemoteConfigStore {
  let store: InMemoryRemoteConfigStore
  let fuse: Fuse

  func current() async throws -> RemoteConfigRevision { try await store.current() }
  func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
    try await store.revision(number)
  }
  func versions(limit: Int) async throws -> [RemoteConfigVersion] {
    try await store.versions(limit: limit)
  }
  func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    try await fuse.call { try await store.replace(template, ifMatch: etag) }
  }
  func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
    try await store.validate(template, ifMatch: etag)
  }
}
