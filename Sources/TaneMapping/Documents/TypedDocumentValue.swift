package import TaneCore

/// A Firestore API type for a typed value, which can only be decoded from documents.
///
/// The decoder recognizes such types by this protocol, because they are declared in a module that
/// depends on this one.
package protocol TypedDocumentValue {
  /// The tag of nodes with values of this type.
  static var documentTag: NodeTag { get }

  /// A stand-in for a failed value, so that the enclosing type can request its remaining values.
  static var documentStandIn: Self { get }

  /// Creates a value from a node with the tag, or returns nil if its content is invalid.
  init?(documentNode tree: Tree, for decoder: any Decoder)
}

/// A Firestore API type that can only be encoded into documents.
package protocol EncodableDocumentValue {
  func encodedField(for encoder: any Encoder) throws -> EncodedField
}

/// The encoded form of a document's field.
package enum EncodedField {
  case value(DocumentValue)
  /// A transform that the database applies to the field on writing.
  case transform(DocumentTransform.Operation)
}

/// A property wrapper for the document's identifier, which Firestore's decoder sets.
package protocol DocumentIdentifierProperty {
  init(ofDocumentAt path: DocumentPath, for decoder: any Decoder) throws
}
