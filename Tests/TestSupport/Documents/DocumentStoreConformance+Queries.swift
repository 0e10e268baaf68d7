import TaneCore

extension DocumentStoreConformance {
  /// Checks of random queries and of aggregations over their results.
  static let randomQueryChecks: [Check] = (0..<3 as Range<UInt64>).map { seed in
    Check("random queries return the same documents as a plain model, seed \(seed)") { store in
      var generator = DocumentQueryGenerator(seed: seed)
      var documents = generator.documents()
      while documents.count < 12 { documents = generator.documents() }
      _ = try await store.commit(
        documents.map { .set($0.fields, at: $0.path.description) }
      )
      for _ in 0..<40 {
        let query = generator.query(of: documents)
        let model = PlainQuery(query, values: generator.allValues)
        try expect(
          "\(query)",
          try await store.paths(matching: query),
          equals: model.documents(from: documents).map(\.path.description)
        )
        try await compareNumbers(store, query, generator.allValues, documents)
      }
    }
  }

  private static func compareNumbers(
    _ store: any DocumentStore,
    _ query: DocumentQuery,
    _ values: [DocumentValue],
    _ documents: [StoredDocument]
  ) async throws {
    let field = FieldPath(name: "a")
    let aggregations: [DocumentAggregation] = [.count(upTo: nil), .sum(field), .average(field)]
    guard query.violation(aggregating: aggregations) == nil else { return }
    let found = try await store.values(of: aggregations, matching: query)
    // If the query does not already order by the field, the field is added after all other orders.
    var ordered = query
    let isDescending = query.orders.last?.isDescending ?? false
    ordered.orders = query.allOrders.dropLast()
    if !ordered.orders.contains(where: { $0.path == field }) {
      ordered.orders.append(DocumentQuery.Order(field, isDescending: isDescending))
    }
    let model = PlainQuery(ordered, values: values)
    let (count, sum, mean) = model.numbers(of: "a", from: documents)
    try expect("the count of \(query)", found[0], equals: .integer(Int64(count)))
    switch found[1] {
    case .integer(let whole): try expect("the sum", Double(whole), equals: sum)
    default: try expect("the sum of \(query)", found[1], equals: .double(sum))
    }
    try expect("the mean of \(query)", found[2], equals: mean.map { .double($0) } ?? .null)
  }
}
