import TestSupport
import TaneCore
import TaneTesting

/// A database with a fault that the checks must find.
struct FaultyTreeStore: TreeStore {
  enum Fault: CaseIterable {
    case forgetsWrites, keepsLists, writesOneByOne, ignoresExpectations, ignoresOverlaps
    case ordersKeysAsText, ignoresLimits, ignoresBounds, roundsNumbers, acceptsAnything
    case ignoresCancellation
  }

  let fault: Fault
  let base = InMemoryTreeStore()

  func tree(at path: TreePath) async throws -> Tree {
    let tree = try await base.tree(at: path)
    switch fault {
    case .keepsLists: return tree.readBackForm()
    case .roundsNumbers:
      return tree.integer.map { Tree(.double(Double($0))) } ?? tree
    default: return tree
    }
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    let keys = try await base.childKeys(at: path)
    return fault == .ordersKeysAsText ? keys.sorted() : keys
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    var query = query
    if fault == .ignoresLimits { query.limit = nil }
    if fault == .ignoresBounds { (query.start, query.end) = (nil, nil) }
    return try await base.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws {
    switch fault {
    case .forgetsWrites: return
    case .writesOneByOne: for write in writes { try await base.update([write]) }
    case .ignoresExpectations:
      try await base.update(writes.map { TreeWrite(path: $0.path, value: $0.value) })
    case .ignoresOverlaps:
      guard TreeWrite.overlap(in: writes) == nil else { return }
      try await base.update(writes)
    case .acceptsAnything:
      do {
        try await base.update(writes)
      } catch let error as StoreError where error.code == .invalidData {
        return
      }
    case .ignoresCancellation:
      try await Task.detached { [base] in try await base.update(writes) }.value
    default: try await base.update(writes)
    }
  }
}

/// A bucket with a fault that the checks must find.
struct FaultyObjectStore: ForwardingObjectStore {
  enum Fault: CaseIterable {
    case forgetsMetadata, ignoresPreconditions, ignoresSizes, ignoresDelimiters, repeatsPages
    case deletesSilently, acceptsAnyName, wrongChecksum, keepsOldMetadata, ignoresOffsets
  }

  let fault: Fault
  let base: any ObjectStore = InMemoryObjectStore()

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    let object = try await base.put(
      data,
      at: fault == .acceptsAnyName && name.isEmpty ? "nameless" : name,
      metadata: fault == .forgetsMetadata ? ObjectMetadata() : metadata,
      if: fault == .ignoresPreconditions ? .none : precondition
    )
    guard fault == .wrongChecksum else { return object }
    return StoredObject(
      name: object.name,
      size: object.size,
      md5Hash: nil,
      crc32c: 0,
      generation: object.generation,
      metageneration: 1,
      timeCreated: object.timeCreated,
      updated: object.updated,
      metadata: object.metadata
    )
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    let kept = try await base.object(at: name)?.metadata ?? metadata
    return try await base.updateMetadata(
      fault == .keepsOldMetadata ? kept : metadata,
      at: name,
      if: fault == .ignoresPreconditions ? .none : precondition
    )
  }

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await base.data(at: name, maximumSize: fault == .ignoresSizes ? .max : maximumSize)
  }

  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    var request = request
    if fault == .ignoresDelimiters { request.delimiter = nil }
    if fault == .repeatsPages { request.pageToken = nil }
    if fault == .ignoresOffsets { (request.startOffset, request.endOffset) = (nil, nil) }
    return try await base.list(request)
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    if fault == .deletesSilently, try await base.object(at: name) == nil { return }
    try await base.delete(at: name, if: fault == .ignoresPreconditions ? .none : precondition)
  }
}
