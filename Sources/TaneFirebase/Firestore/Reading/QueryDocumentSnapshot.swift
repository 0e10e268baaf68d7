import TaneCore

// `@unchecked Sendable` restates the conformance inherited from `DocumentSnapshot`.
/// The state of a document in a query's result.
///
/// ```swift
/// for post in try await posts.getDocuments().documents { print(post.data()["text"] ?? "") }
/// ```
public final class QueryDocumentSnapshot: DocumentSnapshot, @unchecked Sendable {
  init(_ document: StoredDocument, in firestore: Firestore) {
    let reference = DocumentReference(firestore: firestore, storedPath: document.path)
    super.init(reference: reference, document: document)
  }

  /// Returns the fields; never nil, because queries return only existing documents.
  public override func data() -> [String: Any] { super.data() ?? [:] }

  /// Returns the fields; never nil.
  public override func data(with serverTimestampBehavior: ServerTimestampBehavior) -> [String: Any]
  { data() }
}
