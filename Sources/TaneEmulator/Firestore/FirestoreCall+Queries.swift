import TaneCore
import TaneServices

extension FirestoreCall {
  /// An aggregation with the name of its result; if the alias is empty, a name is generated.
  typealias NamedAggregation = (alias: String, aggregation: DocumentAggregation)

  /// Returns the documents at the given paths, without duplicates; missing documents are nil.
  func documents(
    at paths: [DocumentPath],
    _ consistency: ReadConsistency
  ) async throws -> FirestoreRead<[(path: DocumentPath, document: StoredDocument?)]> {
    var seen: Set<DocumentPath> = []
    let paths = paths.filter { seen.insert($0).inserted }
    return try await read(consistency) { view in
      let documents = try await view.documents(at: paths)
      let expectations = zip(paths, documents).map {
        DocumentExpectation.document($0, updateTime: $1?.updateTime)
      }
      return (Array(zip(paths, documents)), expectations)
    }
  }

  /// Returns the documents that a query selects, in the query's order.
  func documents(
    matching query: DocumentQuery,
    _ consistency: ReadConsistency
  ) async throws -> FirestoreRead<[StoredDocument]> {
    try await read(consistency) { view in
      let documents = try await view.documents(matching: query)
      return (documents, [.query(query, found: documents.map(DocumentExpectation.Version.init))])
    }
  }

  /// Returns the results of aggregations over a query's documents, by name.
  func aggregate(
    _ aggregations: [NamedAggregation],
    of query: DocumentQuery,
    selecting fields: [FieldPath]?,
    _ consistency: ReadConsistency
  ) async throws -> FirestoreRead<[(alias: String, value: DocumentValue)]> {
    let named = try Self.named(aggregations)
    let aggregations = named.map(\.aggregation)
    if let violation = query.violation(aggregating: aggregations) {
      throw GoogleFailure.invalid(violation)
    }
    let query = query.requiringFields(of: aggregations)
    let isCount = aggregations.allSatisfy { if case .count = $0 { true } else { false } }
    guard fields == nil || isCount else {
      throw GoogleFailure.invalid("Sums and averages cannot be combined with selected fields.")
    }
    let read = try await documents(matching: query, consistency)
    return FirestoreRead(
      newTransaction: read.newTransaction,
      found: named.map { ($0.alias, $0.aggregation.value(of: read.found)) },
      time: read.time
    )
  }

  /// Runs a read, and records it in the transaction, if any.
  func read<Found>(
    _ consistency: ReadConsistency,
    _ body: (DocumentView) async throws -> (Found, [DocumentExpectation])
  ) async throws -> FirestoreRead<Found> {
    var id: [UInt8]?
    var newTransaction: [UInt8]?
    var time: DocumentTimestamp?
    switch consistency {
    case .latest: break
    case .time(let readTime): time = try validated(readTime)
    case .transaction(let transaction): id = transaction
    case .newTransaction(let mode):
      newTransaction = try begin(mode)
      id = newTransaction
    }
    if let id { time = try service.transactions.transaction(id, of: database).readTime }
    if let time {
      let (found, _) = try await feed.withView(at: validated(time), store, body)
      return FirestoreRead(newTransaction: newTransaction, found: found, time: time)
    }
    let (found, expectations) = try await body(DocumentView(store: store))
    if let id { try service.transactions.note(expectations, in: id, of: database) }
    let now = readTime(of: expectations)
    return FirestoreRead(newTransaction: newTransaction, found: found, time: now)
  }

  private static func named(
    _ aggregations: [NamedAggregation]
  ) throws(GoogleFailure) -> [NamedAggregation] {
    guard (1...5).contains(aggregations.count) else {
      throw .invalid("The query has \(aggregations.count) aggregations; expected 1 to 5.")
    }
    var named: [NamedAggregation] = []
    var unnamed = 0
    for (alias, aggregation) in aggregations {
      unnamed += alias.isEmpty ? 1 : 0
      let alias = alias.isEmpty ? "field_\(unnamed)" : alias
      if let violation = DocumentCheck.violation(in: FieldPath(name: alias)) {
        throw .invalid(violation)
      }
      guard !named.contains(where: { $0.alias == alias }) else {
        throw .invalid("The alias \"\(alias.escapingControls)\" is duplicated.")
      }
      named.append((alias, aggregation))
    }
    return named
  }

  /// Throws if a path cannot be the parent of a query.
  func checkQueryParent(_ path: DocumentPath) throws(GoogleFailure) {
    guard path.isDocument || path.segments.isEmpty else {
      throw .invalid(
        "\(database.name(of: path)) is not a document: the parent of a query must be a document."
      )
    }
  }

  /// The error for listing collections as of an earlier time, which is not supported.
  static let noEarlierCollections = GoogleFailure(
    .unimplemented,
    "Listing collections at an earlier readTime is not supported: omit readTime."
  )

  /// The error for vector searches, which are not supported.
  static let findNearest = GoogleFailure(
    .unimplemented,
    "Queries for the nearest vectors are not supported."
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
    try check(path)
    guard pageSize >= 0 else {
      throw GoogleFailure.invalid("The pageSize must not be negative; found \(pageSize).")
    }
    let after = pageToken.isEmpty ? nil : try PageToken.text(pageToken)
    let ids = try await store.collectionIDs(below: path).filter { id in
      after.map { $0.utf8.lexicographicallyPrecedes(id.utf8) } ?? true
    }
    let page = pageSize == 0 ? ids[...] : ids.prefix(pageSize)
    return (Array(page), page.count < ids.count ? page.last.map(PageToken.token) : nil)
  }
}
