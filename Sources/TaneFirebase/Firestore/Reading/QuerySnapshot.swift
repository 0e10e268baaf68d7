import TaneCore

/// The documents that a query selected, in its order, and what became of them since the snapshot before.
///
/// ```swift
/// let snapshot = try await posts.whereField("roomID", isEqualTo: "a").getDocuments()
/// print(snapshot.count, snapshot.documents.map(\.documentID))
/// ```
public struct QuerySnapshot: Sendable {
  /// The query.
  public let query: Query
  /// The documents.
  public let documents: [QueryDocumentSnapshot]
  /// What became of the documents; of a first snapshot, that all were added.
  public let documentChanges: [DocumentChange]

  /// The number of documents.
  public var count: Int { documents.count }

  /// Whether there are none.
  public var isEmpty: Bool { documents.isEmpty }

  init(
    _ documents: [QueryDocumentSnapshot],
    of query: Query,
    after old: [QueryDocumentSnapshot] = []
  ) {
    self.query = query
    self.documents = documents
    documentChanges = DocumentChange.changes(from: old, to: documents)
  }
}
