import TaneCore

/// The documents of several sets laid over each other, and what Firestore would say of them.
struct LayeredDocuments {
  let documents: [Fixtures.Document]
  let findings: [Diagnostic]

  init(
    layers: [[DocumentPath: DocumentFixtureReader.File]],
    in database: DocumentDatabaseName
  ) {
    let files = layers.reduce(into: [DocumentPath: DocumentFixtureReader.File]()) { files, layer in
      files.merge(layer) { lower, upper in
        DocumentFixtureReader.File(
          tree: lower.tree.merged(under: upper.tree),
          place: upper.place
        )
      }
    }
    var findings: [Diagnostic] = []
    documents = files.sorted { $0.key < $1.key }.map { path, file in
      let reading = DocumentReading(file.tree, at: path, in: database)
      findings += reading.findings.map { $0.position == nil ? $0.at(file.place) : $0 }
      return Fixtures.Document(
        path: path,
        tree: reading.tree,
        fields: reading.fields,
        serverTimestamps: reading.serverTimestamps,
        position: file.place
      )
    }
    self.findings = findings
  }
}
