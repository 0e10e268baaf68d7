public import Foundation
public import TaneReferences

// What an app writes for the types of Firebase's SDK (`SDKReferences.swift` on the page References), for Tane's.

extension Auth: EmulatorClient {}
extension Database: EmulatorClient {}
extension Firestore: EmulatorClient {}
extension Storage: EmulatorClient {}

extension DatabaseReference: RealtimeDatabaseNode {
  /// Replaces the value here; nil removes it.
  public func replaceValue(with value: (any Sendable)?) async throws {
    try await setValue(value)
  }

  /// Replaces the values at paths below this node, all at once.
  public func replaceValues(_ values: [String: any Sendable]) async throws {
    try await updateChildValues(values)
  }
}

extension DataSnapshot: RealtimeDatabaseSnapshot {
  /// The value as a type.
  public func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try data(as: type)
  }
}

extension StorageReference: BucketObject {
  /// Stores bytes, with the type of their content.
  public func store(_ data: Data, contentType: String?) async throws {
    let metadata = StorageMetadata()
    metadata.contentType = contentType
    _ = try await putDataAsync(data, metadata: metadata)
  }
}

extension CollectionReference: FirestoreCollection {
  /// Every document of the collection as a type.
  public func decodedDocuments<Value: Decodable>(as type: Value.Type) async throws -> [Value] {
    try await getDocuments().documents.map { try $0.data(as: type) }
  }
}

extension DocumentReference: FirestoreDocument {
  /// The document as a type; nil where there is none.
  public func decoded<Value: Decodable>(as type: Value.Type) async throws -> Value? {
    let document = try await getDocument()
    return document.exists ? try document.data(as: type) : nil
  }

  /// Replaces the document, or makes it.
  public func replaceFields(with fields: [String: any Sendable]) async throws {
    try await setData(fields)
  }
}

extension Auth: SignIn {
  /// The identifier of the user; nil where nobody has signed in.
  public var currentUserID: String? { currentUser?.uid }

  /// Signs in, and returns the identifier of the user.
  public func signIn(email: String, password: String) async throws -> String {
    try await signIn(withEmail: email, password: password).user.uid
  }
}
