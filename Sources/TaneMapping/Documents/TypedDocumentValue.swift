package import TaneCore

/// A type of Firestore's API for a typed value of a document, which is decoded from documents alone.
///
/// The decoder knows such types by this, because the module that declares them depends on this one.
package protocol TypedDocumentValue {
  /// The tag of the nodes that hold such a value.
  static var documentTag: NodeTag { get }

  /// The value that stands where none could be read, so that a type asks for the rest.
  static var documentStandIn: Self { get }

  /// Reads a node with the tag; nil where its content means nothing.
  init?(documentNode tree: Tree, for decoder: any Decoder)
}

/// A type of Firestore's API that is encoded into documents alone.
package protocol EncodableDocumentValue {
  /// What an encoder writes for the value.
  func encodedField(for encoder: any Encoder) throws -> EncodedField
}

/// What is written for a field of a document.
package enum EncodedField {
  /// A value.
  case value(DocumentValue)
  /// What the database makes of the field.
  case transform(DocumentTransform.Operation)
}

/// A property wrapper that Firestore's decoder fills with the identifier of the document.
package protocol DocumentIdentifierProperty {
  init(ofDocumentAt path: DocumentPath, for decoder: any Decoder) throws
}
