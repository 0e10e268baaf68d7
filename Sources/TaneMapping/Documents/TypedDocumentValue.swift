package import TaneCore

/// A type of Firestore's API for a typed value, which is only decoded from documents.
///
/// The protocol lets the decoder recognize such types, because the module that declares them
/// depends on this one.
package protocol TypedDocumentValue {
  /// The tag of nodes with such a value.
  static var documentTag: NodeTag { get }

  /// A stand-in for a failed value, so that a type requests the remaining values.
  static var documentStandIn: Self { get }

  /// Creates a value from a node with the tag; nil for invalid content.
  init?(documentNode tree: Tree, for decoder: any Decoder)
}

/// A type of Firestore's API that is only encoded into documents.
package protocol EncodableDocumentValue {
  func encodedField(for encoder: any Encoder) throws -> EncodedField
}

/// The encoded form of a document's field.
package enum EncodedField {
  case value(DocumentValue)
  /// A transform that the database applies to the field.
  case transform(DocumentTransform.Operation)
}

/// A property wrapper for the document's identifier, which Firestore's decoder fills in.
package protocol DocumentIdentifierProperty {
  init(ofDocumentAt path: DocumentPath, for decoder: any Decoder) throws
}
