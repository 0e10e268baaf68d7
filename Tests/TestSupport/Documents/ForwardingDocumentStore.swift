package import TaneCore

/// A Firestore database that hands on to another what it does not do in its own way.
package protocol ForwardingDocumentStore: DocumentStore {
  /// The other database.
  var base: any DocumentStore { get }
}

extension ForwardingDocumentStore {
  /// The documents of the other database at some paths.
  package func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try await base.documents(at: paths)
  }

  /// The documents of the other database that a query asks for.
  package func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try await base.documents(matching: query)
  }

  /// A page of a collection of the other database.
  package func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    try await base.documents(
      in: collection,
      after: id,
      limit: limit,
      includesMissing: includesMissing
    )
  }

  /// The collections of the other database below a document.
  package func collectionIDs(below path: DocumentPath) async throws -> [String] {
    try await base.collectionIDs(below: path)
  }

  /// Writes to the other database.
  package func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    try await base.commit(writes, expecting: expectations)
  }

  /// Empties the other database.
  package func removeAll() async throws { try await base.removeAll() }
}
