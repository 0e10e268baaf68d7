/// A document decoded from a tree, with findings about everything that Firestore cannot store.
///
/// Typed values have tags: `!timestamp` for RFC 3339 text, `!geopoint` for a map of `latitude` and
/// `longitude` in degrees, `!bytes` for Base64, `!reference` for the path of a document in the same
/// database or the full name of any document, and `!server-timestamp` for the time at which the
/// document is written. Integers and floating-point numbers keep their kind.
///
/// See <https://cloud.google.com/firestore/quotas#limits>.
package struct DocumentReading: Sendable {
  /// The fields, without server timestamps.
  package let fields: DocumentFields
  /// The paths of the fields that the server sets to the time of the write.
  package let serverTimestamps: [FieldPath]
  /// The document in the canonical form of `Tree(document:in:)`, with the position of each node.
  package let tree: Tree
  /// The findings about everything that Firestore cannot store; a value that cannot be decoded is
  /// null in `fields`.
  package let findings: [Diagnostic]

  /// Decodes a document.
  ///
  /// - Parameters:
  ///   - tree: The document.
  ///   - path: The document's path.
  ///   - database: The database that contains the document.
  package init(_ tree: Tree, at path: DocumentPath, in database: DocumentDatabaseName) {
    var reader = DocumentTreeReader(path: path, database: database)
    guard tree.kind == .map, tree.tag == .none else {
      reader.report(
        .wrongDocumentType,
        at: tree.position,
        "a document is a map of its fields, but this is \(DocumentTreeReader.name(of: tree)); "
          + "write {} for a document without fields"
      )
      (fields, serverTimestamps, self.tree, findings) = ([:], [], tree, reader.findings)
      return
    }
    fields = reader.readDocument(tree)
    serverTimestamps = reader.serverTimestamps
    self.tree = reader.builder.finish()
    findings = reader.findings
  }
}

extension DocumentFields {
  /// Creates a document's fields from a tree, the inverse of `Tree(document:in:)`.
  ///
  /// Returns nil if Firestore cannot store the document, or if it contains a server timestamp.
  package init?(_ tree: Tree, in database: DocumentDatabaseName) {
    let reading = DocumentReading(tree, at: .root, in: database)
    guard reading.findings.isEmpty, reading.serverTimestamps.isEmpty else { return nil }
    self = reading.fields
  }
}

extension DiagnosticCode {
  /// An identifier of a collection or a document that Firestore forbids.
  package static let illegalIdentifier: DiagnosticCode = "illegal-identifier"
  /// A list directly inside a list.
  package static let nestedList: DiagnosticCode = "nested-list"
  /// A document over 1 MiB.
  package static let documentTooLarge: DiagnosticCode = "document-too-large"
  /// More server timestamps in one document than a write allows.
  package static let tooManyServerTimestamps: DiagnosticCode = "too-many-server-timestamps"
}
