package import TaneCore
import TaneMapping

// What a check of documents against types needs to know of the types that only Firestore's decoder makes.

extension Timestamp: TypedDocumentValue {
  package static var documentTag: NodeTag { .timestamp }

  /// 2023-11-14T22:13:20Z.
  package static var documentStandIn: Timestamp {
    Timestamp(seconds: 1_700_000_000, nanoseconds: 0)
  }

  package init?(documentNode tree: Tree) {
    guard let text = tree.string, let time = DocumentTimestamp(parsing: text) else { return nil }
    self.init(time)
  }
}

extension GeoPoint: TypedDocumentValue {
  package static var documentTag: NodeTag { .geopoint }

  package static var documentStandIn: GeoPoint { GeoPoint(latitude: 35.68, longitude: 139.76) }

  package init?(documentNode tree: Tree) {
    func degrees(_ key: String) -> Double? {
      tree[key].flatMap { $0.double ?? $0.integer.map(Double.init) }
    }
    guard let latitude = degrees("latitude"), let longitude = degrees("longitude") else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension DocumentReference: TypedDocumentValue {
  package static var documentTag: NodeTag { .reference }

  package static var documentStandIn: DocumentReference {
    DocumentReference(ofNoEnvironmentAt: DocumentPath(["collection", "document"]))
  }

  package init?(documentNode tree: Tree) {
    guard let text = tree.string else { return nil }
    self.init(fullName: text, in: FirestoreManager().firestore)
  }

  /// Creates a reference that cannot be followed: a check reads no other documents.
  fileprivate init(ofNoEnvironmentAt path: DocumentPath) {
    self.init(firestore: FirestoreManager().firestore, storedPath: path)
  }
}

extension DocumentID: DocumentIdentifierProperty {
  package init(ofDocumentAt path: DocumentPath) throws {
    try self.init(of: DocumentReference(ofNoEnvironmentAt: path))
  }
}
