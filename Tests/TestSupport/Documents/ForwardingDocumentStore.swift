package import TaneCore

/// A Firestore database that forwards all calls to another one by default.
package protocol ForwardingDocumentStore: DocumentStore {
  /// The other database.
  var base: any DocumentStore { get }
}

extension ForwardingDocumentStore {
  /// Returns documents of the other database at the given paths.
  package func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    try await base.documents(at: paths)
  }

  /// Returns the documents of the other database that match a query.
  package func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    try await base.documents(matching: query)
  }

  /// Returns a page of a collection in the other database.
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

  /// Returns the IDs of the collections below a document in the other database.
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

  /// Removes all documents from the other database.
  package func removeAll() async throws { try await base.removeAll() }
}
