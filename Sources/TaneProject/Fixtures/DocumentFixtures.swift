public import TaneCore

/// Reads what fixture sets say of Firestore's documents.
struct DocumentFixtureReader: FixtureReader {
  let project: Project
  /// The database that the documents are for; nil where the environment has none.
  let database: DocumentDatabaseName?

  private var layers: [[DocumentPath: DocumentFolderReader.File]] = []
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var fileCount = 0

  init(project: Project, database: DocumentDatabaseName?) {
    (self.project, self.database) = (project, database)
  }

  mutating func read(_ entry: FileListing.Entry, of set: String) {
    var reader = DocumentFolderReader(set: set, project: project)
    reader.read(entry.path)
    layers.append(reader.documents)
    diagnostics += reader.diagnostics
    fileCount += reader.fileCount
  }

  mutating func layered() -> [ServiceFixtures] {
    guard let database else { return [] }
    let layered = LayeredDocuments(layers: layers, in: database)
    diagnostics += layered.findings
    return [
      ServiceFixtures(
        .firestore,
        ServiceKind.firestore.id,
        layered.documents.map { DesiredResource($0.address, $0.tree, at: $0.position) },
        details: Fixtures.Documents(database: database, documents: layered.documents)
      )
    ]
  }
}

extension Fixtures {
  /// What fixtures say of a Firestore document.
  public struct Document: Sendable {
    /// Where the document stands.
    public let path: DocumentPath
    /// The document with its tags, in the spelling of `Tree(document:in:)`, every value at the place where
    /// it was written.
    public let tree: Tree
    /// The fields to store, without those that the server sets.
    public let fields: DocumentFields
    /// The fields that the server sets to the time of the write.
    public let serverTimestamps: [FieldPath]
    /// The file, that of the last set that describes the document.
    public let position: SourcePosition

    /// The document's address.
    public var address: Address { Address(document: path) }
  }

  fileprivate struct Documents {
    let database: DocumentDatabaseName
    let documents: [Document]
  }

  private var ofFirestore: Documents? {
    services(of: .firestore).first.flatMap { $0.details as? Documents }
  }

  /// The Firestore database that the documents are for; nil where the environment has none.
  public var documentDatabase: DocumentDatabaseName? { ofFirestore?.database }

  /// The documents, by path; none where the environment has no Firestore.
  public var documents: [Document] { ofFirestore?.documents ?? [] }
}
