import TaneCore

// Sendable as any snapshot is.
/// The content of a document that a query has selected.
///
/// ```swift
/// for post in try await posts.getDocuments().documents { print(post.data()["text"] ?? "") }
/// ```
public final class QueryDocumentSnapshot: DocumentSnapshot, @unchecked Sendable {
  init(_ document: StoredDocument, in firestore: Firestore) {
    let reference = DocumentReference(firestore: firestore, storedPath: document.path)
    super.init(reference: reference, document: document)
  }

  /// The fields, as those of any snapshot; a query only finds documents that exist.
  public override func data() -> [String: Any] { super.data() ?? [:] }

  /// The fields, as those of any snapshot.
  public override func data(with serverTimestampBehavior: ServerTimestampBehavior) -> [String: Any]
  { data() }
}
