/// A document as a tree spells it, and every problem that Firestore would have with it.
///
/// Typed values are tags: `!timestamp` before RFC 3339 text, `!geopoint` before a map of `latitude` and
/// `longitude` in degrees, `!bytes` before base64, `!reference` before the path of a document of the same
/// database or the full name of any, and `!server-timestamp` for the time at which the document is
/// written. Whole numbers and floating-point numbers stay what they are.
///
/// See <https://cloud.google.com/firestore/quotas#limits>.
public struct DocumentReading: Sendable {
  /// The fields, without those that the server sets.
  public let fields: DocumentFields
  /// The fields that the server sets to the time of the write.
  public let serverTimestamps: [FieldPath]
  /// The document in the one spelling that `Tree(document:in:)` has, every node at the place where it was
  /// written.
  public let tree: Tree
  /// What Firestore cannot hold; what is named here is in the fields as null.
  public let findings: [Diagnostic]

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - tree: The document.
  ///   - path: Where it stands.
  ///   - database: The database that holds it.
  public init(_ tree: Tree, at path: DocumentPath, in database: DocumentDatabaseName) {
    var reader = DocumentTreeReader(path: path, database: database)
    guard tree.kind == .map, tree.tag == .none else {
      reader.report(
        .wrongDocumentType,
        at: tree.position,
        "a document is a map of its fields, and this is \(DocumentTreeReader.name(of: tree))"
          + "; write {} for one without fields"
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
  /// Creates the fields of a document of a database that a tree spells, as `Tree(document:in:)` does.
  ///
  /// Nil where Firestore cannot hold the document, or where the server would set a field.
  public init?(_ tree: Tree, in database: DocumentDatabaseName) {
    let reading = DocumentReading(tree, at: .root, in: database)
    guard reading.findings.isEmpty, reading.serverTimestamps.isEmpty else { return nil }
    self = reading.fields
  }
}

extension DiagnosticCode {
  /// An identifier of a collection or a document that Firestore forbids.
  public static let illegalIdentifier: DiagnosticCode = "illegal-identifier"
  /// A list right inside a list.
  public static let nestedList: DiagnosticCode = "nested-list"
  /// A document over 1 MiB.
  public static let documentTooLarge: DiagnosticCode = "document-too-large"
  /// More fields of one document than the server sets in a write.
  public static let tooManyServerTimestamps: DiagnosticCode = "too-many-server-timestamps"
}
