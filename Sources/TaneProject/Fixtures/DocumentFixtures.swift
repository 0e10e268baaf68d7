public import TaneCore

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

  struct Documents {
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
