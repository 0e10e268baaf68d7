/// A Firestore collection: Firebase's `CollectionReference` in an app, Tane's in its tests.
public protocol FirestoreCollection {
  /// The type of the collection's documents.
  associatedtype Document: FirestoreDocument

  /// Returns the document at a path below the collection.
  func document(_ documentPath: String) -> Document
  /// Decodes every document of the collection as a type.
  func decodedDocuments<Value: Decodable>(as type: Value.Type) async throws -> [Value]
}

/// A Firestore document: Firebase's `DocumentReference` in an app, Tane's in its tests.
public protocol FirestoreDocument {
  /// The type of collections below the document.
  associatedtype Collection: FirestoreCollection

  /// The last segment of the path.
  var documentID: String { get }
  /// Returns the collection at a path below the document.
  func collection(_ collectionPath: String) -> Collection
  /// Decodes the document as a type, or returns nil if it does not exist.
  func decoded<Value: Decodable>(as type: Value.Type) async throws -> Value?
  /// Creates or replaces the document.
  func replaceFields(with fields: [String: any Sendable]) async throws
  /// Removes the document.
  func delete() async throws
}
