import TaneCore
import TaneFixtureLanguage

/// The documents of several sets laid over each other, and what Firestore would say of them.
struct LayeredDocuments {
  let documents: [DesiredResource]
  let findings: [Diagnostic]

  init(
    layers: [[DocumentPath: DocumentFixtureReader.File]],
    in database: DocumentDatabaseName,
    _ references: inout FixtureReferences?
  ) {
    var findings: [Diagnostic] = []
    var documents: [DesiredResource] = []
    for (path, file) in Self.merged(layers).sorted(by: { $0.key < $1.key }) {
      let reading = DocumentReading(references.resolved(file.tree), at: path, in: database)
      findings += reading.findings.map { $0.position == nil ? $0.at(file.place) : $0 }
      documents.append(DesiredResource(Address(document: path), reading.tree, at: file.place))
    }
    (self.documents, self.findings) = (documents, findings)
  }

  /// The documents of all sets, later over earlier.
  static func merged(
    _ layers: [[DocumentPath: DocumentFixtureReader.File]]
  ) -> [DocumentPath: DocumentFixtureReader.File] {
    layers.reduce(into: [:]) { files, layer in
      files.merge(layer) { lower, upper in
        DocumentFixtureReader.File(
          tree: lower.tree.merged(under: upper.tree),
          place: upper.place
        )
      }
    }
  }
}
