/// A collection of Firestore: a `CollectionReference` of Firebase's SDK in an app, or of Tane in
/// its tests.
public protocol FirestoreCollection {
  /// A document of the collection.
  associatedtype Document: FirestoreDocument

  /// Returns the document at a path below the collection.
  func document(_ documentPath: String) -> Document
  /// Returns every document of the collection, decoded as a type.
  func decodedDocuments<Value: Decodable>(as type: Value.Type) async throws -> [Value]
}

/// A document of Firestore: a `DocumentReference` of Firebase's SDK in an app, or of Tane in its
/// tests.
public protocol FirestoreDocument {
  /// A collection below the document.
  associatedtype Collection: FirestoreCollection

  /// The last part of the path.
  var documentID: String { get }
  /// Returns the collection at a path below the document.
  func collection(_ collectionPath: String) -> Collection
  /// Returns the document, decoded as a type; nil if it does not exist.
  func decoded<Value: Decodable>(as type: Value.Type) async throws -> Value?
  /// Creates or replaces the document.
  func replaceFields(with fields: [String: any Sendable]) async throws
  /// Removes the document.
  func delete() async throws
}
