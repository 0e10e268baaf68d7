import HTTPTypes
package import TaneCore

extension CloudStorageBucket {
  /// The bucket as accessed by apps: on behalf of the signed-in user if the connection supports
  /// user accounts.
  package var appBucket: any ObjectStore {
    client.connection.user == nil ? self : AppBucket(self)
  }
}

/// A bucket as accessed by an app.
///
/// With a credential and no signed-in user, the bucket is accessed through the Cloud Storage API;
/// otherwise through Firebase's API, which applies security rules.
///
/// Firebase's API has no preconditions, so they are checked right before a request, and its
/// listings contain only the names of objects.
private struct AppBucket: FileObjectStore {
  private let accountBucket: CloudStorageBucket
  private let userBucket: CloudStorageBucket

  init(_ bucket: CloudStorageBucket) {
    var connection = bucket.client.connection
    userBucket = CloudStorageBucket(
      name: bucket.name,
      location: bucket.location.firebaseLocation,
      connection: connection,
      settings: bucket.settings
    )
    connection.user = nil
    accountBucket = CloudStorageBucket(
      name: bucket.name,
      location: bucket.location,
      connection: connection,
      settings: bucket.settings
    )
  }

  private var current: CloudStorageBucket {
    get async throws {
      let call = ServiceCall(method: .get, url: userBucket.location.url(), retry: .never)
      let authorization = try await userBucket.client.connection.authorization(
        for: call,
        of: userBucket.client.service,
        refusing: nil
      )
      guard let authorization, !authorization.isUserToken else { return userBucket }
      return accountBucket
    }
  }

  var isServed: Bool { true }

  func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await current.data(at: name, maximumSize: maximumSize)
  }

  func data(
    at name: String,
    maximumSize: Int,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws -> [UInt8] {
    try await current.data(at: name, maximumSize: maximumSize, onProgress: onProgress)
  }

  func object(at name: String) async throws -> StoredObject? {
    try await current.object(at: name)
  }

  func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await current.list(request)
  }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await current.put(data, at: name, metadata: metadata, if: precondition)
  }

  func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    try await current
      .put(data, at: name, metadata: metadata, if: precondition, onProgress: onProgress)
  }

  func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await current.updateMetadata(metadata, at: name, if: precondition)
  }

  func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await current.delete(at: name, if: precondition)
  }

  func existingDownloadURL(of name: String) async throws -> String? {
    try await current.existingDownloadURL(of: name)
  }

  func downloadURL(of name: String) async throws -> String? {
    try await current.downloadURL(of: name)
  }

  func download(
    _ name: String,
    toFileAt path: String,
    onProgress: @escaping @Sendable (_ received: Int, _ total: Int) -> Void
  ) async throws {
    try await current.download(name, toFileAt: path, onProgress: onProgress)
  }

  func put(
    fileAt path: String,
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition,
    onProgress: @escaping @Sendable (Int) -> Void
  ) async throws -> StoredObject {
    try await current
      .put(fileAt: path, at: name, metadata: metadata, if: precondition, onProgress: onProgress)
  }
}
