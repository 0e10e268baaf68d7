import TaneCore

/// A document, in the shape of Firebase's own iOS SDK.
///
/// A reference is a value: making one reads nothing. It can stand in the fields of other documents.
///
/// ```swift
/// let post = firestore.collection("posts").document("1")
/// try await post.setData(["text": "熱い"], merge: true)
/// ```
public struct DocumentReference: Sendable {
  /// The database.
  public let firestore: Firestore
  let storedPath: DocumentPath

  /// The document's identifier.
  public var documentID: String { storedPath.id }

  /// The path below the root of the database, with slashes between the identifiers.
  public var path: String { storedPath.description }

  /// The collection that holds the document.
  public var parent: CollectionReference {
    CollectionReference(firestore: firestore, storedPath: storedPath.parent)
  }

  /// A collection below the document.
  ///
  /// ```swift
  /// let comments = post.collection("comments")
  /// ```
  public func collection(_ collectionPath: String) -> CollectionReference {
    let path = DocumentPath(storedPath.segments + DocumentPath(slashed: collectionPath).segments)
    return CollectionReference(firestore: firestore, storedPath: path)
  }

  /// Throws a `FirestoreError` where no document can stand at the path.
  func check() throws(FirestoreError) {
    guard storedPath.isDocument else {
      let count = storedPath.segments.count
      let message =
        "\(self): a document's path has an even number of segments, this one has \(count): name a document"
        + " of the collection"
      throw FirestoreError(.invalidArgument, message)
    }
    if let violation = DocumentCheck.violation(in: storedPath) {
      throw FirestoreError(.invalidArgument, "\(self): \(violation)")
    }
  }
}

extension DocumentReference: Hashable, CustomStringConvertible {
  /// Returns true if both references point to the same document of the same environment.
  public static func == (left: DocumentReference, right: DocumentReference) -> Bool {
    left.storedPath == right.storedPath
      && left.firestore.environment == right.firestore.environment
  }

  /// Adds the path and the environment to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storedPath)
    hasher.combine(firestore.environment)
  }

  /// The address of the document: `firestore:/posts/1`.
  public var description: String { storedPath.address.description }
}

extension DocumentReference {
  private static let separator = "/documents/"

  init(fullName: String, in firestore: Firestore) {
    self.firestore = firestore
    // The first of the separators: a collection may have the name as well.
    let parts = fullName.split(separator: "/", omittingEmptySubsequences: false)
    let isFull = parts.count > 5 && parts[0] == "projects" && parts[4] == "documents"
    storedPath = DocumentPath((isFull ? parts.dropFirst(5) : parts[...]).map(String.init))
  }

  /// The name by which other documents refer to this one.
  var fullName: String { "\(firestore.databaseName)\(Self.separator)\(storedPath)" }
}

extension DocumentReference: Codable {
  /// Throws: only Firestore's own decoder knows to which database a reference belongs.
  public init(from decoder: any Decoder) throws {
    let message = "a DocumentReference is only decoded by FirestoreDecoder"
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: message)
    )
  }

  /// Throws: only Firestore's own encoder writes references.
  public func encode(to encoder: any Encoder) throws {
    let message = "a DocumentReference is only encoded by FirestoreEncoder"
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: message)
    )
  }
}
