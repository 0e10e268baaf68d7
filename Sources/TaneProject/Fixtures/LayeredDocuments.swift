import TaneCore

/// The overlaid documents of several sets, with findings about invalid content.
struct LayeredDocuments {
  let documents: [DesiredResource]
  let findings: [Diagnostic]

  init(
    layers: [[DocumentPath: DocumentFixtureReader.File]],
    in database: DocumentDatabaseName,
    hasLayerTags: Bool,
    _ references: inout FixtureReferences?
  ) {
    let merged = Self.merged(layers, hasLayerTags: hasLayerTags)
    var findings = merged.findings
    var documents: [DesiredResource] = []
    for (path, file) in merged.documents.sorted(by: { $0.key < $1.key }) {
      let reading = DocumentReading(references.resolved(file.tree), at: path, in: database)
      findings += reading.findings.map { $0.position == nil ? $0.at(file.place) : $0 }
      documents.append(DesiredResource(Address(document: path), reading.tree, at: file.place))
    }
    (self.documents, self.findings) = (documents, findings)
  }

  /// Returns the overlaid documents of all sets; later sets override earlier ones.
  static func merged(
    _ layers: [[DocumentPath: DocumentFixtureReader.File]],
    hasLayerTags: Bool
  ) -> (documents: [DocumentPath: DocumentFixtureReader.File], findings: [Diagnostic]) {
    var trees = FixtureLayers.maps(hasTags: hasLayerTags)
    var documents: [DocumentPath: DocumentFixtureReader.File] = [:]
    for layer in layers {
      for (path, file) in layer {
        documents[path] = trees.overlay(documents[path]?.tree, file.tree).map {
          DocumentFixtureReader.File(tree: $0, place: file.place)
        }
      }
    }
    return (documents, trees.findings)
  }
}
