import TaneCore
import TaneWire

extension FirestoreCall {
  /// The transaction of a streaming read: one that is there, or a new one.
  private struct ReadTransaction {
    /// The identifier to note reads under, if there is a transaction.
    let id: [UInt8]?
    /// The identifier to tell the reader, if the transaction is new.
    let newID: String?
  }

  func batchGet() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    try checkReadTime(body)
    let mask = try DocumentWrite.mask(body["mask"])
    var seen: Set<DocumentPath> = []
    var paths: [DocumentPath] = []
    for name in try body.texts("documents") {
      let path = try database.documentPath(of: name)
      if seen.insert(path).inserted { paths.append(path) }
    }
    let transaction = try readTransaction(body)
    let documents = try await store.documents(at: paths)
    let expectations = zip(paths, documents).map {
      DocumentExpectation.document($0, updateTime: $1?.updateTime)
    }
    try note(expectations, in: transaction)
    let time = readTime
    let results: [TreeLiteral] = zip(paths, documents).map { path, document in
      document.map { ["found": json($0, mask: mask), "readTime": time] }
        ?? ["missing": .string(database.name(of: path)), "readTime": time]
    }
    return .list(header(transaction) + results)
  }

  func runQuery() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    try checkReadTime(body)
    guard let json = body["structuredQuery"] else {
      throw GoogleFailure.invalid("The request has no structuredQuery.")
    }
    let mask = try DocumentQuery.selection(json)
    let query = try query(json)
    let transaction = try readTransaction(body)
    let documents = try await documents(matching: query, in: transaction)
    let time = readTime
    let results: [TreeLiteral] = documents.map {
      ["document": self.json($0, mask: mask), "readTime": time]
    }
    return .list(header(transaction) + (results.isEmpty ? [["readTime": time]] : results))
  }

  /// Where to divide a query's documents: nowhere, for a reader takes them all at once as fast.
  func partitionQuery() throws -> TreeLiteral {
    guard let json = try ProtocolJSON(request)["structuredQuery"] else {
      throw GoogleFailure.invalid("The request has no structuredQuery.")
    }
    _ = try query(json)
    return [:]
  }

  func runAggregationQuery() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    try checkReadTime(body)
    guard let aggregationQuery = body["structuredAggregationQuery"],
      let json = aggregationQuery["structuredQuery"]
    else { throw GoogleFailure.invalid("The request has no structuredAggregationQuery.") }
    let aggregations = try Self.aggregations(aggregationQuery)
    let query = try query(json)
    let transaction = try readTransaction(body)
    let documents = try await documents(matching: query, in: transaction)
    let fields = aggregations.map { ($0.alias, $0.aggregation.value(of: documents).json) }
    return .list(
      header(transaction) + [["result": ["aggregateFields": .map(fields)], "readTime": readTime]]
    )
  }

  func listCollectionIDs() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    guard route.path.isDocument || route.path.segments.isEmpty else {
      throw GoogleFailure.invalid("\(database.name(of: route.path)) is not a document.")
    }
    let size = try body.number("pageSize") ?? 0
    guard size >= 0 else { throw GoogleFailure.invalid("The pageSize is \(size).") }
    let after = try body.text("pageToken").flatMap { $0.isEmpty ? nil : $0 }.map(PageToken.text)
    let ids = try await store.collectionIDs(below: route.path).filter { id in
      after.map { $0.utf8.lexicographicallyPrecedes(id.utf8) } ?? true
    }
    let page = size == 0 ? ids[...] : ids.prefix(Int(clamping: size))
    let next = page.count < ids.count ? page.last.map(PageToken.token) : nil
    return .object([
      "collectionIds": .nonEmpty(page.map { .string($0) }),
      "nextPageToken": next.map { .string($0) },
    ])
  }

  private func query(_ json: ProtocolJSON) throws -> DocumentQuery {
    guard route.path.isDocument || route.path.segments.isEmpty else {
      throw GoogleFailure.invalid(
        "\(database.name(of: route.path)) is not a document: queries lie below one."
      )
    }
    if json["findNearest"] != nil {
      throw GoogleFailure(.unimplemented, "Queries for the nearest vectors are not served.")
    }
    return try DocumentQuery(json, below: route.path, of: database)
  }

  private func documents(
    matching query: DocumentQuery,
    in transaction: ReadTransaction
  ) async throws -> [StoredDocument] {
    let documents = try await store.documents(matching: query)
    let versions = documents.map(DocumentExpectation.Version.init)
    try note([.query(query, found: versions)], in: transaction)
    return documents
  }

  private func readTransaction(_ body: ProtocolJSON) throws -> ReadTransaction {
    if let text = try body.text("transaction") {
      return ReadTransaction(id: try transactionID(text), newID: nil)
    }
    guard let options = body["newTransaction"] else { return ReadTransaction(id: nil, newID: nil) }
    let newID = try begin(options)
    return ReadTransaction(id: try transactionID(newID), newID: newID)
  }

  private func note(
    _ expectations: [DocumentExpectation],
    in transaction: ReadTransaction
  ) throws(GoogleFailure) {
    guard let id = transaction.id else { return }
    try service.transactions.note(expectations, in: id, of: database)
  }

  private func header(_ transaction: ReadTransaction) -> [TreeLiteral] {
    transaction.newID.map { [["transaction": .string($0)]] } ?? []
  }

  private static func aggregations(
    _ json: ProtocolJSON
  ) throws -> [(alias: String, aggregation: DocumentAggregation)] {
    let elements = try json.elements("aggregations")
    guard (1...5).contains(elements.count) else {
      throw GoogleFailure.invalid(
        "The query has \(elements.count) aggregations; 1 to 5 are expected."
      )
    }
    var aggregations: [(alias: String, aggregation: DocumentAggregation)] = []
    for (index, element) in elements.enumerated() {
      let alias = try element.text("alias") ?? "field_\(index + 1)"
      guard !aggregations.contains(where: { $0.alias == alias }) else {
        throw GoogleFailure.invalid("The alias \"\(alias.escapingControls)\" stands twice.")
      }
      aggregations.append((alias, try DocumentAggregation(element)))
    }
    return aggregations
  }
}

extension DocumentAggregation {
  fileprivate init(_ json: ProtocolJSON) throws {
    if let count = json["count"] {
      let maximum = try count.number("upTo")
      guard maximum ?? 1 > 0 else { throw count.unexpected("an upTo greater than zero") }
      self = .count(upTo: maximum.map { Int(clamping: $0) })
    } else if let sum = json["sum"] {
      self = .sum(try Self.field(sum))
    } else if let average = json["avg"] {
      self = .average(try Self.field(average))
    } else {
      throw json.unexpected("count, sum or avg")
    }
  }

  private static func field(_ json: ProtocolJSON) throws -> FieldPath {
    guard let text = try json["field"]?.text("fieldPath") else {
      throw GoogleFailure.invalid("An aggregation has no field.")
    }
    return try FieldPath(reading: text)
  }
}
