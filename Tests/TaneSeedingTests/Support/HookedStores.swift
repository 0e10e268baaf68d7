import Synchronization
import TaneCore
import TaneTesting

/// What happens before and after a write.
struct WriteHooks: Sendable {
  var before: @Sendable (String) async throws -> Void = { _ in }
  var after: @Sendable (String) -> Void = { _ in }
}

/// A bucket that says when it is written.
struct HookedObjectStore: ObjectStore {
  let store: InMemoryObjectStore
  let hooks: WriteHooks

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await store.data(at: name, maximumSize: maximumSize)
  }

  func object(at name: String) async throws -> StoredObject? { try await store.object(at: name) }

  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await store.list(request)
  }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await hooks.before(name)
    let object = try await store.put(data, at: name, metadata: metadata, if: precondition)
    hooks.after(name)
    return object
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await store.updateMetadata(metadata, at: name, if: precondition)
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await hooks.before("-\(name)")
    try await store.delete(at: name, if: precondition)
    hooks.after("-\(name)")
  }
}

/// A database that says when it is written.
struct HookedTreeStore: TreeStore {
  let store: InMemoryTreeStore
  let name: String
  let hooks: WriteHooks

  func tree(at path: TreePath) async throws -> Tree { try await store.tree(at: path) }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws {
    try await hooks.before(name)
    try await store.update(writes)
    hooks.after(name)
  }
}

/// A Firestore database that says when it is written: each commit by its first document.
struct HookedDocumentStore: DocumentStore {
  let store: InMemoryDocumentStore
  let hooks: WriteHooks

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
    let name = writes.first.map { "\($0.path)" } ?? ""
    try await hooks.before(name)
    let commit = try await store.commit(writes, expecting: expectations)
    hooks.after(name)
    return commit
  }

  func removeAll() async throws { try await store.removeAll() }
}

/// Lets those that arrive go on when as many are there as are awaited.
actor Meeting {
  private let size: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(of size: Int) { self.size = size }

  func arrive() async {
    guard waiting.count + 1 < size else {
      waiting.forEach { $0.resume() }
      return waiting = []
    }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// Writes down what happens, in order.
final class EventLog: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
