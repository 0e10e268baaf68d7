import TaneCore

/// The content of a document that a query has selected.
///
/// ```swift
/// for post in try await posts.getDocuments().documents { print(post.data()["text"] ?? "") }
/// ```
public struct QueryDocumentSnapshot: Sendable, Equatable {
  /// The same as a snapshot of any document.
  public let snapshot: DocumentSnapshot
  private let stored: StoredDocument

  init(_ document: StoredDocument, in firestore: Firestore) {
    stored = document
    let reference = DocumentReference(firestore: firestore, storedPath: document.path)
    snapshot = DocumentSnapshot(reference: reference, document: document)
  }

  /// The reference of the document.
  public var reference: DocumentReference { snapshot.reference }

  /// The document's identifier.
  public var documentID: String { reference.documentID }

  /// A Boolean value indicating whether the document exists; always true for the result of a query.
  public var exists: Bool { true }

  /// The fields, as `DocumentSnapshot.data()` gives them.
  public func data() -> [String: Any] { stored.fields.foundationValue(in: reference.firestore) }

  /// The value of a field, or at a path of fields with dots; nil where there is none.
  public func get(_ field: String) -> Any? { snapshot.get(field) }

  /// The value of a field, or at a path of fields with dots; nil where there is none.
  public subscript(key: String) -> Any? { snapshot.get(key) }

  /// Decodes the fields as a value of a type.
  ///
  /// ```swift
  /// let posts = try await query.getDocuments().documents.map { try $0.data(as: Post.self) }
  /// ```
  ///
  /// - Throws: A `DataMappingError` with everything that the type cannot read.
  public func data<Value: Decodable>(
    as type: Value.Type,
    decoder: FirestoreDecoder = FirestoreDecoder()
  ) throws -> Value {
    try snapshot.data(as: type, decoder: decoder)
  }
}
