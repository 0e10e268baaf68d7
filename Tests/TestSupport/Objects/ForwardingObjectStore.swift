package import TaneCore

/// A bucket that forwards all calls to another bucket by default.
///
/// ```swift
/// struct ReadOnlyObjectStore: ForwardingObjectStore {
///   let base: any ObjectStore
///   func delete(at name: String, if precondition: ObjectPrecondition) async throws { throw refusal }
/// }
/// ```
package protocol ForwardingObjectStore: ObjectStore {
  /// The other bucket.
  var base: any ObjectStore { get }
}

extension ForwardingObjectStore {
  /// Stores bytes in the other bucket.
  package func put(
    _ data: [UInt8],
    at name: String,
    metadata: ObjectMetadata,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await base.put(data, at: name, metadata: metadata, if: precondition)
  }

  /// Replaces the metadata of an object in the other bucket.
  package func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await base.updateMetadata(metadata, at: name, if: precondition)
  }

  /// Returns the bytes of an object in the other bucket.
  package func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await base.data(at: name, maximumSize: maximumSize)
  }

  /// Returns an object of the other bucket with its metadata, or nil if it does not exist.
  package func object(at name: String) async throws -> StoredObject? {
    try await base.object(at: name)
  }

  /// Returns a page of objects in the other bucket.
  package func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await base.list(request)
  }

  /// Removes an object from the other bucket.
  package func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await base.delete(at: name, if: precondition)
  }
}
