package import TaneCore
package import TaneMapping

// Conformances that let the tree encoder and decoder handle Firestore's types.

extension CodingUserInfoKey {
  /// The key for the database that contains the decoded document; not set when fixtures are
  /// validated.
  static let firestore = CodingUserInfoKey(rawValue: "TaneFirebase.firestore")
}

extension Decoder {
  /// The database that decoded references belong to; if none is set, a database without an
  /// environment.
  fileprivate var firestore: Firestore {
    let known = CodingUserInfoKey.firestore.flatMap { userInfo[$0] as? Firestore }
    return known ?? FirestoreManager().firestore
  }
}

extension Timestamp: TypedDocumentValue, EncodableDocumentValue {
  package static var documentTag: NodeTag { .timestamp }

  /// A sample time: 2023-11-14T22:13:20Z.
  package static var documentStandIn: Timestamp {
    Timestamp(seconds: 1_700_000_000, nanoseconds: 0)
  }

  package init?(documentNode tree: Tree, for decoder: any Decoder) {
    guard let text = tree.string, let time = DocumentTimestamp(parsing: text) else { return nil }
    self.init(time)
  }

  package func encodedField(for encoder: any Encoder) -> EncodedField {
    .value(.timestamp(stored))
  }
}

extension GeoPoint: TypedDocumentValue, EncodableDocumentValue {
  package static var documentTag: NodeTag { .geopoint }

  package static var documentStandIn: GeoPoint { GeoPoint(latitude: 35.68, longitude: 139.76) }

  package init?(documentNode tree: Tree, for decoder: any Decoder) {
    func degrees(_ key: String) -> Double? {
      tree[key].flatMap { $0.double ?? $0.integer.map(Double.init) }
    }
    guard let latitude = degrees("latitude"), let longitude = degrees("longitude") else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }

  package func encodedField(for encoder: any Encoder) throws -> EncodedField {
    do {
      return .value(try FirestoreValueConverter.value(of: self, at: encoder.fieldName))
    } catch {
      let path = encoder.codingPath
      throw EncodingError.invalidValue(
        self,
        .init(codingPath: path, debugDescription: error.message)
      )
    }
  }
}

extension DocumentReference: TypedDocumentValue, EncodableDocumentValue {
  package static var documentTag: NodeTag { .reference }

  package static var documentStandIn: DocumentReference {
    let path = DocumentPath(["collection", "document"])
    return DocumentReference(firestore: FirestoreManager().firestore, storedPath: path)
  }

  package init?(documentNode tree: Tree, for decoder: any Decoder) {
    guard let text = tree.string else { return nil }
    self.init(fullName: text, in: decoder.firestore)
  }

  package func encodedField(for encoder: any Encoder) -> EncodedField {
    .value(.reference(fullName))
  }
}

extension FieldValue: EncodableDocumentValue {
  package func encodedField(for encoder: any Encoder) throws -> EncodedField {
    switch operation {
    case .transform(let operation): return .transform(operation)
    case .delete:
      let message =
        "\(encoder.fieldName): FieldValue.delete() cannot be encoded; use updateData(_:)"
      throw FirestoreError(.invalidArgument, message)
    case .invalid(let error): throw error
    }
  }
}

extension DocumentID: DocumentIdentifierProperty {
  package init(ofDocumentAt path: DocumentPath, for decoder: any Decoder) throws {
    let reference = DocumentReference(firestore: decoder.firestore, storedPath: path)
    self.init(wrappedValue: try Value.wrap(reference))
  }
}

extension Encoder {
  /// The name of the encoded field for error messages, such as `field place.city`.
  fileprivate var fieldName: String {
    let names = codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return "field \(names.joined(separator: "."))"
  }
}
