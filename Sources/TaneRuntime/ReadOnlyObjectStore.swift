import TaneCore

/// A bucket that can only be read, whoever asks.
struct ReadOnlyObjectStore<Store: ObjectStore>: ObjectStore {
  let store: Store
  let refusal: StoreError

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
    throw refusal
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    throw refusal
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws { throw refusal }
}

extension ReadOnlyObjectStore: DownloadableObjectStore where Store: DownloadableObjectStore {
  func existingDownloadURL(of name: String) async throws -> String? {
    try await store.existingDownloadURL(of: name)
  }

  func downloadURL(of name: String) async throws -> String {
    // The service would write a token into the metadata of an object that has none.
    guard let url = try await store.existingDownloadURL(of: name) else { throw refusal }
    return url
  }
}

extension ReadOnlyObjectStore: ProgressingObjectStore where Store: ProgressingObjectStore {
  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    throw refusal
  }

  func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8] {
    try await store.data(at: name, maximumSize: maximumSize, onProgress: onProgress)
  }
}

extension ReadOnlyObjectStore: FileObjectStore where Store: FileObjectStore {
  func put(
    fileAt path: String,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    throw refusal
  }

  func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws {
    try await store.download(name, toFileAt: path, onProgress: onProgress)
  }
}
