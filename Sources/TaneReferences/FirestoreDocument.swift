/// A collection of Firestore's: `CollectionReference` of Firebase's SDK in an app, Tane's in its tests.
public protocol FirestoreCollection {
  /// A document of the collection.
  associatedtype Document: FirestoreDocument

  /// The document at a path below the collection.
  func document(_ documentPath: String) -> Document
  /// Every document of the collection as a type.
  func decodedDocuments<Value: Decodable>(as type: Value.Type) async throws -> [Value]
}

/// A document of Firestore's: `DocumentReference` of Firebase's SDK in an app, Tane's in its tests.
public protocol FirestoreDocument {
  /// A collection below the document.
  associatedtype Collection: FirestoreCollection

  /// The last part of the path.
  var documentID: String { get }
  /// The collection at a path below the document.
  func collection(_ collectionPath: String) -> Collection
  /// The document as a type; nil where there is none.
  func decoded<Value: Decodable>(as type: Value.Type) async throws -> Value?
  /// Replaces the document, or makes it.
  func replaceFields(with fields: [String: any Sendable]) async throws
  /// Removes the document.
  func delete() async throws
}
