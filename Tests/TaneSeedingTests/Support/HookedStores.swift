import TestSupport
import Synchronization
import TaneCore

/// Functions that are called before and after a write.
struct WriteHooks: Sendable {
  var before: @Sendable (String) async throws -> Void = { _ in }
  var after: @Sendable (String) throws -> Void = { _ in }

  fileprivate func around<Result>(
    _ name: String,
    _ write: () async throws -> Result
  ) async throws -> Result {
    try await before(name)
    let result = try await write()
    try after(name)
    return result
  }
}

/// A bucket with hooks for its writes.
struct HookedObjectStore: ForwardingObjectStore {
  let base: any ObjectStore
  let hooks: WriteHooks

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await hooks.around(name) {
      try await base.put(data, at: name, metadata: metadata, if: precondition)
    }
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await hooks.around(name) {
      try await base.updateMetadata(metadata, at: name, if: precondition)
    }
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await hooks.around("-\(name)") { try await base.delete(at: name, if: precondition) }
  }
}

/// A database with hooks for its writes.
struct HookedTreeStore: TreeStore {
  let base: any TreeStore
  let name: String
  let hooks: WriteHooks

  func tree(at path: TreePath) async throws -> Tree { try await base.tree(at: path) }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await base.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await base.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws {
    try await hooks.around(name) { try await base.update(writes) }
  }
}

/// A Firestore database with hooks for its commits, each of which is named by its first document.
struct HookedDocumentStore: ForwardingDocumentStore {
  let base: any DocumentStore
  let hooks: WriteHooks

  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    try await hooks.around(writes.first.map { "\($0.path)" } ?? "") {
      try await base.commit(writes, expecting: expectations)
    }
  }
}

/// An account store with hooks for its writes.
struct HookedAccountStore: AccountStore {
  let base: any AccountStore
  let hooks: WriteHooks

  func accounts(ids: [String]) async throws -> [Account?] { try await base.accounts(ids: ids) }

  func account(email: String) async throws -> Account? { try await base.account(email: email) }

  func account(phoneNumber: String) async throws -> Account? {
    try await base.account(phoneNumber: phoneNumber)
  }

  func accounts(after id: String?, limit: Int) async throws -> [Account] {
    try await base.accounts(after: id, limit: limit)
  }

  func put(_ account: Account, replacing existing: Account?) async throws {
    try await hooks.around(account.localID) {
      try await base.put(account, replacing: existing)
    }
  }

  func delete(id: String) async throws -> Bool {
    try await hooks.around("-\(id)") { try await base.delete(id: id) }
  }

  func removeAll() async throws { try await base.removeAll() }
}

/// A Remote Config store with hooks for its writes.
struct HookedRemoteConfigStore: RemoteConfigStore {
  let base: any RemoteConfigStore
  let hooks: WriteHooks

  func current() async throws -> RemoteConfigRevision { try await base.current() }

  func revision(_ number: Int64) async throws -> RemoteConfigRevision? {
    try await base.revision(number)
  }

  func versions(limit: Int) async throws -> [RemoteConfigVersion] {
    try await base.versions(limit: limit)
  }

  func replace(
    _ template: RemoteConfigTemplate,
    ifMatch etag: String
  ) async throws -> RemoteConfigRevision {
    try await hooks.around("template") { try await base.replace(template, ifMatch: etag) }
  }

  func validate(_ template: RemoteConfigTemplate, ifMatch etag: String) async throws {
    try await base.validate(template, ifMatch: etag)
  }
}

/// A meeting that suspends tasks until a number of them have arrived.
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

/// A log of events, in order.
final class EventLog: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
