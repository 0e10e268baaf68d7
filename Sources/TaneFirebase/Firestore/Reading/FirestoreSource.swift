/// The places that documents can be read from; here all of them mean the store, which keeps no copies.
public enum FirestoreSource: Sendable, Hashable {
  /// The server, or the SDK's cache without a connection.
  case `default`
  /// The server alone.
  case server
  /// The SDK's cache alone.
  case cache
}

/// The state of a snapshot beside its documents: what the store has acknowledged is all that there is.
public struct SnapshotMetadata: Sendable, Hashable {
  /// A Boolean value indicating whether writes are not acknowledged yet; always false.
  public var hasPendingWrites: Bool { false }
  /// A Boolean value indicating whether the snapshot is from a cache; always false.
  public var isFromCache: Bool { false }
}

extension DocumentSnapshot {
  /// The state of the snapshot.
  public final var metadata: SnapshotMetadata { SnapshotMetadata() }
}

extension QuerySnapshot {
  /// The state of the snapshot.
  public var metadata: SnapshotMetadata { SnapshotMetadata() }
}

extension DocumentReference {
  /// Reads the document from the store, whatever the source.
  public func getDocument(source: FirestoreSource) async throws -> DocumentSnapshot {
    try await getDocument()
  }

  /// Reads the document from the store, whatever the source, and calls a block on the main queue with it or the error.
  public func getDocument(
    source: FirestoreSource,
    completion: @escaping (DocumentSnapshot?, (any Error)?) -> Void
  ) {
    getDocument(completion: completion)
  }
}

extension Query {
  /// Reads the documents from the store, whatever the source.
  public final func getDocuments(source: FirestoreSource) async throws -> QuerySnapshot {
    try await getDocuments()
  }

  /// Reads the documents from the store, whatever the source, and calls a block on the main queue with them or the error.
  public final func getDocuments(
    source: FirestoreSource,
    completion: @escaping (QuerySnapshot?, (any Error)?) -> Void
  ) {
    getDocuments(completion: completion)
  }
}
