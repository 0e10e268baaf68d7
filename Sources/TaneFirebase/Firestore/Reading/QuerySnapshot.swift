import TaneCore

/// The documents that a query selects, in the query's order, with the changes since the previous
/// snapshot.
///
/// ```swift
/// let snapshot = try await posts.whereField("roomID", isEqualTo: "a").getDocuments()
/// print(snapshot.count, snapshot.documents.map(\.documentID))
/// ```
public struct QuerySnapshot: Sendable {
  /// The query that returned the documents.
  public let query: Query
  /// The documents in the order of the query.
  public let documents: [QueryDocumentSnapshot]
  /// The changes since the previous snapshot; in the first snapshot, every document is added.
  public let documentChanges: [DocumentChange]

  /// The number of documents.
  public var count: Int { documents.count }

  /// A Boolean value indicating whether the query selected no documents.
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
