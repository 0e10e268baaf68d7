import TaneCore
import TaneServices

extension FirestoreRESTCall {
  func batchGet() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    let mask = try DocumentWrite.mask(body["mask"])
    let paths = try body.texts("documents").map(database.documentPath)
    let read = try await call.documents(at: paths, consistency(body))
    let time = TreeLiteral.string(read.time.description)
    let results: [TreeLiteral] = read.found.map { path, document in
      document.map { ["found": json($0, mask: mask), "readTime": time] }
        ?? ["missing": .string(database.name(of: path)), "readTime": time]
    }
    return .list(header(read.newTransaction) + results)
  }

  func runQuery() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    guard let json = body["structuredQuery"] else {
      throw GoogleFailure.invalid("The request has no structuredQuery.")
    }
    let mask = try DocumentQuery.selection(json)
    let read = try await call.documents(matching: query(json), consistency(body))
    let time = TreeLiteral.string(read.time.description)
    let results: [TreeLiteral] = read.found.map {
      ["document": self.json($0, mask: mask), "readTime": time]
    }
    return .list(header(read.newTransaction) + (results.isEmpty ? [["readTime": time]] : results))
  }

  /// Returns no partition points, because reading the whole query in one request is just as fast.
  func partitionQuery() throws -> TreeLiteral {
    guard let json = try ProtocolJSON(request)["structuredQuery"] else {
      throw GoogleFailure.invalid("The request has no structuredQuery.")
    }
    _ = try query(json)
    return [:]
  }

  func runAggregationQuery() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    guard let aggregationQuery = body["structuredAggregationQuery"],
      let json = aggregationQuery["structuredQuery"]
    else { throw GoogleFailure.invalid("The request has no structuredAggregationQuery.") }
    let aggregations = try aggregationQuery.elements("aggregations").map { element in
      (alias: try element.text("alias") ?? "", aggregation: try DocumentAggregation(element))
    }
    let read = try await call.aggregate(
      aggregations,
      of: query(json),
      selecting: DocumentQuery.selection(json),
      consistency(body)
    )
    let fields = read.found.map { ($0.alias, $0.value.json) }
    let time = TreeLiteral.string(read.time.description)
    return .list(
      header(read.newTransaction) + [
        ["result": ["aggregateFields": .map(fields)], "readTime": time]
      ]
    )
  }

  func listCollectionIDs() async throws -> TreeLiteral {
    let body = try ProtocolJSON(request)
    let (ids, next) = try await call.collectionIDs(
      below: route.path,
      pageSize: Int(clamping: try body.number("pageSize") ?? 0),
      pageToken: try body.text("pageToken") ?? ""
    )
    return .object([
      "collectionIds": .nonEmpty(ids.map { .string($0) }),
      "nextPageToken": next.map { .string($0) },
    ])
  }

  private func query(_ json: ProtocolJSON) throws -> DocumentQuery {
    try call.checkQueryParent(route.path)
    if json["findNearest"] != nil { throw FirestoreCall.findNearest }
    return try DocumentQuery(json, below: route.path, of: database)
  }

  private func consistency(_ body: ProtocolJSON) throws -> ReadConsistency {
    if let text = try body.text("transaction") { return .transaction(try transactionID(text)) }
    if let time = try body.time("readTime") { return .time(time) }
    guard let options = body["newTransaction"] else { return .latest }
    return .newTransaction(try transactionMode(options))
  }

  private func header(_ newTransaction: [UInt8]?) -> [TreeLiteral] {
    newTransaction.map { [["transaction": .string(Base64.text(of: $0))]] } ?? []
  }
}

extension DocumentAggregation {
  fileprivate init(_ json: ProtocolJSON) throws {
    if let count = json["count"] {
      let maximum = try count.number("upTo")
      guard maximum ?? 0 >= 0 else { throw count.unexpected("an upTo of zero or more") }
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
