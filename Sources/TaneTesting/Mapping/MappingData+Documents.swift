import TaneCore
import TaneProject

// Reads Firestore documents: a single document, or all documents of a collection, keyed by
// identifier.
extension MappingData {
  /// The maximum number of documents read at a time.
  private static let pageSize = 300

  /// Reads the document at an address, or all documents if the address refers to a collection.
  static func documents(at address: Address, of reader: (any DocumentReader)?) async throws -> Tree
  {
    guard let reader else { throw MappingDataError.noFirestore(address) }
    let path = try documentPath(address)
    if path.isDocument {
      if let document = try await reader.document(at: path) {
        return Tree(document: document.fields)
      }
      let siblings = try await documents(in: path.parent, of: reader).map(\.id)
      throw MappingDataError.noValue(at: address, among: siblings)
    }
    let documents = try await documents(in: path, of: reader)
    guard documents.isEmpty else { return collection(documents) }
    throw MappingDataError.noValue(
      at: address,
      among: try await reader.collectionIDs(below: path.parent)
    )
  }

  private static func documents(
    in collection: DocumentPath,
    of reader: any DocumentReader
  ) async throws -> [(id: String, tree: Tree)] {
    var documents: [(id: String, tree: Tree)] = []
    var last: String?
    while true {
      let page = try await reader.documents(
        in: collection,
        after: last,
        limit: pageSize,
        includesMissing: false
      )
      documents += page.entries.compactMap { entry in
        entry.document.map { (entry.id, Tree(document: $0.fields)) }
      }
      last = page.entries.last?.id
      guard page.hasMore, last != nil else { return documents }
    }
  }

  /// Returns the document at an address of the fixtures, or all documents of a collection.
  static func documents(at address: Address, of fixtures: Fixtures) throws -> Tree {
    let services = fixtures.services(of: .firestore)
    guard !services.isEmpty else { throw MappingDataError.noFirestore(address) }
    let path = try documentPath(address)
    let known = services.flatMap(\.resources).map {
      (path: DocumentPath($0.address.path.components), tree: $0.content)
    }
    if path.isDocument {
      if let document = known.first(where: { $0.path == path }) { return document.tree }
      let siblings = known.filter { $0.path.parent == path.parent }.map(\.path.id)
      throw MappingDataError.noValue(at: address, in: fixtures.sets, among: siblings)
    }
    let documents = known.filter { $0.path.parent == path }.map { (id: $0.path.id, tree: $0.tree) }
    guard documents.isEmpty else { return collection(documents) }
    let collections = known.map(\.path.parent).filter { $0.parent == path.parent }.map(\.id)
    throw MappingDataError.noValue(at: address, in: fixtures.sets, among: Set(collections).sorted())
  }

  private static func documentPath(_ address: Address) throws -> DocumentPath {
    guard !address.path.isRoot else { throw MappingDataError.noDocuments(address) }
    return DocumentPath(address.path.components)
  }

  private static func collection(_ documents: [(id: String, tree: Tree)]) -> Tree {
    var builder = TreeBuilder()
    builder.beginMap()
    for document in documents {
      builder.setKey(document.id)
      builder.append(document.tree)
    }
    builder.endContainer()
    return builder.finish()
  }
}

extension Address {
  /// A Boolean value indicating whether the address refers to a collection, whose documents are
  /// decoded individually.
  var refersToCollection: Bool {
    service == Self.firestore && !path.components.count.isMultiple(of: 2)
  }
}
