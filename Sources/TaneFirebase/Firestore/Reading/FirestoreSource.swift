/// The source from which documents are read; has no effect, because there is no local cache.
public enum FirestoreSource: Sendable, Hashable {
  /// The server, or the SDK's cache when offline.
  case `default`
  /// Only the server.
  case server
  /// Only the SDK's cache.
  case cache
}

/// The metadata of a snapshot; snapshots contain only data that the store has acknowledged.
public struct SnapshotMetadata: Sendable, Hashable {
  /// A Boolean value indicating whether writes are pending; always false.
  public var hasPendingWrites: Bool { false }
  /// A Boolean value indicating whether the snapshot is from a cache; always false.
  public var isFromCache: Bool { false }
}

extension DocumentSnapshot {
  /// The metadata of the snapshot.
  public final var metadata: SnapshotMetadata { SnapshotMetadata() }
}

extension QuerySnapshot {
  /// The metadata of the snapshot.
  public var metadata: SnapshotMetadata { SnapshotMetadata() }
}

extension DocumentReference {
  /// Reads the document from the store, regardless of the source.
  public func getDocument(source: FirestoreSource) async throws -> DocumentSnapshot {
    try await getDocument()
  }

  /// Reads the document from the store, regardless of the source, and calls a block on the main
  /// queue with the document or the error.
  public func getDocument(
    source: FirestoreSource,
    completion: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) {
    getDocument(completion: completion)
  }
}

extension Query {
  /// Reads the documents from the store, regardless of the source.
  public final func getDocuments(source: FirestoreSource) async throws -> QuerySnapshot {
    try await getDocuments()
  }

  /// Reads the documents from the store, regardless of the source, and calls a block on the main
  /// queue with the documents or the error.
  public final func getDocuments(
    source: FirestoreSource,
    completion: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) {
    getDocuments(completion: completion)
  }
}
