public import Foundation
public import TaneReferences

// These are the conformances of Tane's types. Apps declare the same conformances for the types of
// the Firebase SDK, as shown in the References guide.

extension Auth: EmulatorClient {}
extension Database: EmulatorClient {}
extension Firestore: EmulatorClient {}
extension Storage: EmulatorClient {}

extension DatabaseReference: RealtimeDatabaseNode {
  /// Replaces the value at this location; nil removes it.
  public func replaceValue(with value: (any Sendable)?) async throws {
    try await setValue(value)
  }

  /// Atomically replaces the values at paths below this location.
  public func replaceValues(_ values: [String: any Sendable]) async throws {
    try await updateChildValues(values)
  }
}

extension DataSnapshot: RealtimeDatabaseSnapshot {
  /// Decodes the value as a type.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try data(as: type)
  }
}

extension StorageReference: BucketObject {
  /// Stores bytes with an optional media type, replacing any existing object.
  public func store(_ data: Data, contentType: String?) async throws {
    let metadata = StorageMetadata()
    metadata.contentType = contentType
    _ = try await putDataAsync(data, metadata: metadata)
  }
}

extension CollectionReference: FirestoreCollection {
  /// Reads and decodes all documents of the collection.
  public func decodedDocuments<Value: Decodable>(as type: Value.Type) async throws -> [Value] {
    try await getDocuments().documents.map { try $0.data(as: type) }
  }
}

extension DocumentReference: FirestoreDocument {
  /// Reads and decodes the document, or returns nil if it does not exist.
  public func decoded<Value: Decodable>(as type: Value.Type) async throws -> Value? {
    let document = try await getDocument()
    return document.exists ? try document.data(as: type) : nil
  }

  /// Creates or replaces the document.
  public func replaceFields(with fields: [String: any Sendable]) async throws {
    try await setData(fields)
  }
}

extension Auth: SignIn {
  /// The identifier of the signed-in user, or nil if no user is signed in.
  public var currentUserID: String? { currentUser?.uid }

  /// Signs a user in, and returns the user's identifier.
  public func signIn(email: String, password: String) async throws -> String {
    try await signIn(withEmail: email, password: password).user.uid
  }
}
