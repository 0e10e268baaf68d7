import TaneCore
import TaneWire

extension FirestoreCall {
  /// An aggregation with the name of its result; an empty name is generated from its position.
  typealias NamedAggregation = (alias: String, aggregation: DocumentAggregation)

  /// Returns the documents at some paths, each once.
  func documents(
    at paths: [DocumentPath],
    _ consistency: ReadConsistency
  ) async throws -> FirestoreRead<[(path: DocumentPath, document: StoredDocument?)]> {
    var seen: Set<DocumentPath> = []
    let paths = paths.filter { seen.insert($0).inserted }
    return try await read(consistency) {
      let documents = try await store.documents(at: paths)
      let expectations = zip(paths, documents).map {
        DocumentExpectation.document($0, updateTime: $1?.updateTime)
      }
      return (Array(zip(paths, documents)), expectations)
    }
  }

  /// Returns the documents that a query selects, in its order.
  func documents(
    matching query: DocumentQuery,
    _ consistency: ReadConsistency
  ) async throws -> FirestoreRead<[StoredDocument]> {
    try await read(consistency) {
      let documents = try await store.documents(matching: query)
      return (documents, [.query(query, found: documents.map(DocumentExpectation.Version.init))])
    }
  }

  /// Returns aggregations of a query's documents by name.
  func aggregate(
    _ aggregations: [NamedAggregation],
    of query: DocumentQuery,
    _ consistency: ReadConsistency
  ) async throws -> FirestoreRead<[(alias: String, value: DocumentValue)]> {
    let aggregations = try Self.named(aggregations)
    let read = try await documents(matching: query, consistency)
    let values = DocumentAggregation.values(of: aggregations.map(\.aggregation), over: read.found)
    return FirestoreRead(
      newTransaction: read.newTransaction,
      found: Array(zip(aggregations.map(\.alias), values)),
      time: read.time
    )
  }

  /// Reads, and records the reads in a transaction.
  private func read<Found>(
    _ consistency: ReadConsistency,
    _ body: () async throws -> (Found, [DocumentExpectation])
  ) async throws -> FirestoreRead<Found> {
    var id: [UInt8]?
    var newTransaction: [UInt8]?
    switch consistency {
    case .latest: break
    case .transaction(let transaction): id = transaction
    case .newTransaction(let isReadOnly):
      newTransaction = begin(isReadOnly: isReadOnly)
      id = newTransaction
    }
    let (found, expectations) = try await body()
    try note(expectations, in: id)
    let time = readTime(of: expectations)
    return FirestoreRead(newTransaction: newTransaction, found: found, time: time)
  }

  private static func named(
    _ aggregations: [NamedAggregation]
  ) throws(GoogleFailure) -> [NamedAggregation] {
    guard (1...5).contains(aggregations.count) else {
      throw .invalid("The query has \(aggregations.count) aggregations; 1 to 5 are expected.")
    }
    var named: [NamedAggregation] = []
    for (index, (alias, aggregation)) in aggregations.enumerated() {
      let alias = alias.isEmpty ? "field_\(index + 1)" : alias
      guard !named.contains(where: { $0.alias == alias }) else {
        throw .invalid("The alias \"\(alias.escapingControls)\" stands twice.")
      }
      named.append((alias, aggregation))
    }
    return named
  }

  /// Throws if a path cannot be the parent of a query.
  func checkQueryParent(_ path: DocumentPath) throws(GoogleFailure) {
    guard path.isDocument || path.segments.isEmpty else {
      throw .invalid("\(database.name(of: path)) is not a document: queries lie below one.")
    }
  }

  /// The error for vector searches, which are not supported.
  static let findNearest = GoogleFailure(
    .unimplemented,
    "Queries for the nearest vectors are not served."
  )

  /// Returns the identifiers of the collections directly below a document or the root, and the next
  /// page token.
  func collectionIDs(
    below path: DocumentPath,
    pageSize: Int,
    pageToken: String
  ) async throws -> (ids: [String], next: String?) {
    guard path.isDocument || path.segments.isEmpty else {
      throw GoogleFailure.invalid("\(database.name(of: path)) is not a document.")
    }
    guard pageSize >= 0 else { throw GoogleFailure.invalid("The pageSize is \(pageSize).") }
    let after = pageToken.isEmpty ? nil : try PageToken.text(pageToken)
    let ids = try await store.collectionIDs(below: path).filter { id in
      after.map { $0.utf8.lexicographicallyPrecedes(id.utf8) } ?? true
    }
    let page = pageSize == 0 ? ids[...] : ids.prefix(pageSize)
    return (Array(page), page.count < ids.count ? page.last.map(PageToken.token) : nil)
  }
}
