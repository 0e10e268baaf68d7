package import TaneCore

/// A bucket that hands on to another what it does not do in its own way.
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

  /// Replaces what the other bucket says of an object.
  package func updateMetadata(
    _ metadata: ObjectMetadata,
    at name: String,
    if precondition: ObjectPrecondition
  ) async throws -> StoredObject {
    try await base.updateMetadata(metadata, at: name, if: precondition)
  }

  /// The bytes of an object of the other bucket.
  package func data(at name: String, maximumSize: Int) async throws -> [UInt8] {
    try await base.data(at: name, maximumSize: maximumSize)
  }

  /// What the other bucket says of an object.
  package func object(at name: String) async throws -> StoredObject? {
    try await base.object(at: name)
  }

  /// A page of the other bucket's objects.
  package func list(_ request: ObjectListRequest) async throws -> ObjectListPage {
    try await base.list(request)
  }

  /// Removes an object of the other bucket.
  package func delete(at name: String, if precondition: ObjectPrecondition) async throws {
    try await base.delete(at: name, if: precondition)
  }
}
