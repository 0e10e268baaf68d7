import TaneCore

// `@unchecked Sendable` restates the conformance inherited from `Query`.
/// A collection of documents, with the API of the Firebase iOS SDK.
///
/// ```swift
/// let posts = firestore.collection("posts")
/// let post = try await posts.addDocument(data: ["text": "熱い"])
/// ```
public final class CollectionReference: Query, @unchecked Sendable {
  let storedPath: DocumentPath

  init(firestore: Firestore, storedPath: DocumentPath) {
    self.storedPath = storedPath
    let query = DocumentQuery(parent: storedPath.parent, collectionID: storedPath.id)
    var draft = QueryDraft(firestore: firestore, query: query)
    if !storedPath.isCollection {
      draft.addProblem("a collection's path has an odd number of segments: name a collection")
    }
    super.init(draft)
  }

  /// The collection's identifier.
  public var collectionID: String { storedPath.id }

  /// The path below the root of the database, with slashes between its segments.
  public var path: String { storedPath.description }

  /// The document that contains the collection, or nil at the root.
  public var parent: DocumentReference? {
    let parent = storedPath.parent
    return parent.segments.isEmpty
      ? nil : DocumentReference(firestore: firestore, storedPath: parent)
  }

  /// Returns a reference with a new document identifier: 20 random letters and digits.
  ///
  /// ```swift
  /// let post = posts.document()
  /// ```
  public func document() -> DocumentReference {
    let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
    return document(String((0..<20).compactMap { _ in characters.randomElement() }))
  }

  /// Returns the document at a path below the collection.
  ///
  /// ```swift
  /// let post = posts.document("1")
  /// ```
  public func document(_ documentPath: String) -> DocumentReference {
    let path = DocumentPath(storedPath.segments + DocumentPath(slashed: documentPath).segments)
    return DocumentReference(firestore: firestore, storedPath: path)
  }

  /// Creates a document with a new identifier.
  ///
  /// ```swift
  /// let post = try await posts.addDocument(data: ["text": "熱い", "createdAt": Timestamp()])
  /// ```
  ///
  /// - Returns: The document's reference.
  @discardableResult
  public func addDocument(
    data: [String: Any],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> DocumentReference {
    let reference = document()
    try await reference.setData(data)
    return reference
  }
}

extension DocumentPath {
  /// The address used in messages.
  var address: Address { Address(service: "firestore", path: TreePath(segments)) }
}
