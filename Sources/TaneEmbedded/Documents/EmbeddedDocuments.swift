import GRDB
package import TaneCore

/// A Firestore database, stored in an environment's file.
///
/// Queries read all documents in the collections that they cover.
package struct EmbeddedDocuments: DocumentStore {
  /// The database's name in the environment.
  package let name: String
  let file: EmbeddedFile
  let now: @Sendable () -> Int64

  private var service: String { "\(name) (\(file.location))" }

  /// Returns the documents at the given paths from one snapshot; missing documents are nil.
  package func documents(at paths: [DocumentPath]) async throws -> [StoredDocument?] {
    let documents = try await read { table in try paths.map(table.document) }
    return documents ?? paths.map { _ in nil }
  }

  /// Returns the results of a query, in the query's order.
  package func documents(matching query: DocumentQuery) async throws -> [StoredDocument] {
    if let violation = query.violation { throw invalid(violation) }
    return try await read { query.documents(from: try $0.candidates(of: query)) } ?? []
  }

  /// Returns one page of a collection in the order of the documents' identifiers.
  package func documents(
    in collection: DocumentPath,
    after id: String?,
    limit: Int,
    includesMissing: Bool
  ) async throws -> DocumentListPage {
    guard collection.isCollection else { throw invalid("\"\(collection)\" is not a collection.") }
    guard limit > 0 else { throw invalid("The page size is \(limit); it must be at least 1.") }
    let page = try await read { table in
      try table.page(
        of: collection,
        after: id,
        limit: min(limit, .max - 1),
        includesMissing: includesMissing
      )
    }
    return page ?? DocumentListPage(entries: [], hasMore: false)
  }

  /// Returns the identifiers of the collections directly below a document or the root, in byte
  /// order.
  package func collectionIDs(below path: DocumentPath) async throws -> [String] {
    guard !path.isCollection else { throw invalid("\"\(path)\" is a collection.") }
    let ids = try await read { try $0.segments(below: path) } ?? []
    return ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Commits several writes atomically, in the given order.
  package func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation]
  ) async throws -> DocumentCommit {
    for write in writes {
      if let violation = DocumentCheck.violation(in: write) { throw invalid(violation) }
    }
    let commit = try await file.write(for: service) { database in
      let table = try DocumentTable(making: name, in: database, service: service)
      try check(expectations, in: table)
      let time = try table.nextCommitTime(at: now())
      var results: [DocumentWriteResult] = []
      for write in writes {
        try Task.checkCancellation()
        results.append(try apply(write, at: time, to: table))
      }
      return DocumentCommit(results: results, time: time)
    }
    file.documentSignals.notifyObservers(of: writes.map(\.path), in: name)
    return commit
  }

  package func removeAll() async throws {
    try await file.write(for: service) { database in
      try DocumentTable(of: name, in: database, service: service)?.deleteAll()
    }
    file.documentSignals.notifyObservers(of: nil, in: name)
  }

  private func apply(
    _ write: DocumentWrite,
    at time: DocumentTimestamp,
    to table: DocumentTable
  ) throws -> DocumentWriteResult {
    let current = try table.document(at: write.path)
    let outcome = try write.applied(to: current, at: time)
    if let document = outcome.document {
      if let violation = DocumentCheck.violation(in: document) { throw invalid(violation) }
      if document != current { try table.put(document) }
    } else if current != nil {
      try table.delete(write.path)
    }
    return outcome.result
  }

  private func check(_ expectations: [DocumentExpectation], in table: DocumentTable) throws {
    for expectation in expectations {
      switch expectation {
      case .document(let path, let updateTime):
        guard try table.document(at: path)?.updateTime != updateTime else { continue }
        throw DocumentConflict(.readsChanged, path: path)
      case .query(let query, let found):
        let documents = query.documents(from: try table.candidates(of: query))
        guard documents.map(DocumentExpectation.Version.init) != found else { continue }
        throw DocumentConflict(.readsChanged, path: query.parent)
      }
    }
  }

  private func read<Value: Sendable>(
    _ body: @Sendable (DocumentTable) throws -> Value
  ) async throws -> Value? {
    try await file.read(for: service) { database in
      try DocumentTable(of: name, in: database, service: service).map(body)
    } ?? nil
  }

  private func invalid(_ violation: String) -> StoreError {
    StoreError(.invalidData, service: service, violation)
  }
}

extension EmbeddedEnvironment {
  /// Returns the Firestore database with the given name, which is created on the first write.
  package func documents(_ name: String) -> EmbeddedDocuments {
    EmbeddedDocuments(name: name, file: file, now: now)
  }
}
