import TaneCore

/// A reference to a document, with the API of the Firebase iOS SDK.
///
/// Creating a reference reads nothing. References can be stored in the fields of other documents.
///
/// ```swift
/// let post = firestore.collection("posts").document("1")
/// try await post.setData(["text": "熱い"], merge: true)
/// ```
public struct DocumentReference: Sendable {
  /// The database that contains the document.
  public let firestore: Firestore
  let storedPath: DocumentPath

  /// The document's identifier.
  public var documentID: String { storedPath.id }

  /// The path below the root of the database, with slashes between its segments.
  public var path: String { storedPath.description }

  /// The collection that contains the document.
  public var parent: CollectionReference {
    CollectionReference(firestore: firestore, storedPath: storedPath.parent)
  }

  /// Returns a collection below the document.
  ///
  /// ```swift
  /// let comments = post.collection("comments")
  /// ```
  public func collection(_ collectionPath: String) -> CollectionReference {
    let path = DocumentPath(storedPath.segments + DocumentPath(slashed: collectionPath).segments)
    return CollectionReference(firestore: firestore, storedPath: path)
  }

  /// Throws a `FirestoreError` if the path cannot identify a document.
  func check() throws(FirestoreError) {
    guard storedPath.isDocument else {
      let count = storedPath.segments.count
      let message =
        "\(self): a document's path has an even number of segments; this one has \(count): name a document"
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

  /// Hashes the path and the environment.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(storedPath)
    hasher.combine(firestore.environment)
  }

  /// The address of the document, such as `firestore:/posts/1`.
  public var description: String { storedPath.address.description }
}

extension DocumentReference {
  private static let separator = "/documents/"

  init(fullName: String, in firestore: Firestore) {
    self.firestore = firestore
    // `documents` is expected only as the fifth segment, because a collection can have the same
    // name.
    let parts = fullName.split(separator: "/", omittingEmptySubsequences: false)
    let isFull = parts.count > 5 && parts[0] == "projects" && parts[4] == "documents"
    storedPath = DocumentPath((isFull ? parts.dropFirst(5) : parts[...]).map(String.init))
  }

  /// The full name used in references from other documents.
  var fullName: String { "\(firestore.databaseName)\(Self.separator)\(storedPath)" }
}

extension DocumentReference: Codable {
  /// Always throws an error, because only `FirestoreDecoder` has access to the database.
  public init(from decoder: any Decoder) throws {
    let message = "a DocumentReference is only decoded by FirestoreDecoder"
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: message)
    )
  }

  /// Always throws an error, because only `FirestoreEncoder` supports references.
  public func encode(to encoder: any Encoder) throws {
    let message = "a DocumentReference is only encoded by FirestoreEncoder"
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: message)
    )
  }
}
