package import TaneCore

extension FirestoreClient {
  /// The maximum number of aggregations in one request.
  private static let aggregationsPerRequest = 5

  /// Returns the results of aggregations over all documents that match a query.
  package func values(
    of aggregations: [DocumentAggregation],
    matching query: DocumentQuery
  ) async throws -> [DocumentValue] {
    try Task.checkCancellation()
    if let violation = query.violation(aggregating: aggregations) { throw invalid(violation) }
    var values: [DocumentValue] = []
    while values.count < aggregations.count {
      let next = aggregations.dropFirst(values.count).prefix(Self.aggregationsPerRequest)
      values += try await run(Array(next), query)
    }
    return values
  }

  private func run(
    _ aggregations: [DocumentAggregation],
    _ query: DocumentQuery
  ) async throws -> [DocumentValue] {
    let named = aggregations.enumerated().map { index, aggregation in
      TreeLiteral.map([("alias", .string("n\(index)")), aggregation.json])
    }
    let body: TreeLiteral = [
      "structuredAggregationQuery": [
        "structuredQuery": query.json(of: location.database, withFields: true),
        "aggregations": .list(named),
      ]
    ]
    let call = try readCall("runAggregationQuery", at: query.parent, body: body)
    let (list, answer) = try await elements(call)
    let fields = list.lazy.compactMap { $0["result"]?["aggregateFields"] }.first
    return try aggregations.indices.map { index in
      guard let value = fields?["n\(index)"] else {
        throw unusableResponse(answer, call, "lacks a requested aggregate")
      }
      return try decodeResponse(answer, call) { () throws(WireError) in
        try ProtocolJSON(value).value()
      }
    }
  }
}

extension DocumentAggregation {
  /// The aggregation in the API's format.
  fileprivate var json: (String, TreeLiteral) {
    switch self {
    case .count(let maximum):
      ("count", .map(maximum.map { [("upTo", .string("\($0)"))] } ?? []))
    case .sum(let path): ("sum", ["field": ["fieldPath": .string(path.description)]])
    case .average(let path): ("avg", ["field": ["fieldPath": .string(path.description)]])
    }
  }
}
