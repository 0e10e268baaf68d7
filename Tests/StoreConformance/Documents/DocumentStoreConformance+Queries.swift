import TaneCore

extension DocumentStoreConformance {
  /// Random queries, and the numbers made of what they select.
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
        try await compareNumbers(store, query, model, documents)
      }
    }
  }

  private static func compareNumbers(
    _ store: any DocumentStore,
    _ query: DocumentQuery,
    _ model: PlainQuery,
    _ documents: [StoredDocument]
  ) async throws {
    let field = FieldPath(name: "a")
    let found = try await store.values(
      of: [.count(upTo: nil), .sum(field), .average(field)],
      matching: query
    )
    let (count, sum, mean) = model.numbers(of: "a", from: documents)
    try expect("the count of \(query)", found[0], equals: .integer(Int64(count)))
    switch found[1] {
    case .integer(let whole): try expect("the sum", Double(whole), equals: sum)
    default: try expect("the sum of \(query)", found[1], equals: .double(sum))
    }
    try expect("the mean of \(query)", found[2], equals: mean.map { .double($0) } ?? .null)
  }
}
