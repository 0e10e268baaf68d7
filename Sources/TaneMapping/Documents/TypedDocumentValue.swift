package import TaneCore

/// A type of Firestore's API for a typed value of a document, which only Firestore's own decoder makes.
///
/// A check of documents knows such types by this, because the module that declares them leans on this one.
package protocol TypedDocumentValue {
  /// The tag of the nodes that hold such a value.
  static var documentTag: NodeTag { get }

  /// The value that stands where none could be read, so that a type asks for the rest.
  static var documentStandIn: Self { get }

  /// Reads a node with the tag; nil where its content means nothing.
  init?(documentNode tree: Tree)
}

/// A property wrapper that Firestore's decoder fills with the identifier of the document.
package protocol DocumentIdentifierProperty {
  /// Creates the property of a value that is read from a document.
  init(ofDocumentAt path: DocumentPath) throws
}
