import TaneCore

extension DocumentStoreConformance {
  /// Checks of queries.
  static let queryChecks: [Check] = [
    Check("a query reads one collection, and a collection group those at any depth") { store in
      let paths = ["a/1", "a/2/a/3", "a/2/b/4", "b/5", "b/5/a/6", "b/5/a/6/a/7", "aa/8", "é/9"]
      for path in paths { try await store.set([:], at: path) }
      let cases: [(DocumentQuery, [String])] = [
        (DocumentQuery(collectionID: "a"), ["a/1"]),
        (DocumentQuery(parent: DocumentPath(parsing: "a/2"), collectionID: "a"), ["a/2/a/3"]),
        (
          DocumentQuery(collectionID: "a", includesDescendants: true),
          ["a/1", "a/2/a/3", "b/5/a/6", "b/5/a/6/a/7"]
        ),
        (
          DocumentQuery(
            parent: DocumentPath(parsing: "a/2"),
            collectionID: nil,
            includesDescendants: true
          ), ["a/2/a/3", "a/2/b/4"]
        ),
        (
          DocumentQuery(collectionID: nil, includesDescendants: true),
          ["a/1", "a/2/a/3", "a/2/b/4", "aa/8", "b/5", "b/5/a/6", "b/5/a/6/a/7", "é/9"]
        ),
        (DocumentQuery(collectionID: "e\u{301}"), []),
        (DocumentQuery(collectionID: "e\u{301}", includesDescendants: true), []),
      ]
      for (query, expected) in cases {
        try expect("\(query)", try await store.paths(matching: query), equals: expected)
      }
    },
    Check("aggregations include all documents of a query") { store in
      let numbers: [DocumentValue] = [.integer(1), .double(2.5), .string("3"), .integer(4), .null]
      for (index, number) in numbers.enumerated() {
        try await store.set(["n": number, "i": .integer(Int64(index))], at: "c/\(index)")
      }
      try await store.set(["i": .integer(9)], at: "c/9")
      let (n, i) = (FieldPath(name: "n"), FieldPath(name: "i"))
      let aggregations: [DocumentAggregation] = [
        .count(upTo: nil), .count(upTo: 2), .sum(n), .average(n), .sum(i),
      ]
      let query = DocumentQuery(collectionID: "c", filter: .field(i, .lessThan, .integer(4)))
      try expect(
        "the numbers",
        try await store.values(of: aggregations, matching: query),
        equals: [.integer(4), .integer(2), .double(7.5), .double(2.5), .integer(6)]
      )
      try expect(
        "numbers of documents that have all the fields",
        try await store.values(
          of: [.count(upTo: nil), .sum(i), .average(n)],
          matching: DocumentQuery(collectionID: "c")
        ),
        equals: [.integer(5), .integer(10), .double(2.5)]
      )
      try expect(
        "numbers of a field that no document has",
        try await store.values(
          of: [.count(upTo: nil), .sum(i), .average(FieldPath(name: "x"))],
          matching: query
        ),
        equals: [.integer(0), .integer(0), .null]
      )
      try expect(
        "the numbers of nothing",
        try await store.values(
          of: [.count(upTo: nil), .sum(n)],
          matching: DocumentQuery(collectionID: "d")
        ),
        equals: [.integer(0), .integer(0)]
      )
    },
    Check("a query filters, orders, bounds and counts") { store in
      for number in 0..<10 {
        let fields: DocumentFields = [
          "n": .integer(Int64(number)), "even": .boolean(number.isMultiple(of: 2)),
        ]
        try await store.set(fields, at: "c/\(number)")
      }
      let query = DocumentQuery(
        collectionID: "c",
        filter: .field(FieldPath(name: "even"), .equal, .boolean(true)),
        orders: [DocumentQuery.Order(FieldPath(name: "n"), isDescending: true)],
        start: DocumentQuery.Cursor(values: [.integer(8)], isBefore: false),
        end: DocumentQuery.Cursor(values: [.integer(0)], isBefore: true),
        offset: 1,
        limit: 2
      )
      try expect("the paths", try await store.paths(matching: query), equals: ["c/4", "c/2"])
    },
    Check("an invalid query is rejected") { store in
      let queries = [
        DocumentQuery(collectionID: "c", limit: -1), DocumentQuery(collectionID: "c", offset: -1),
        DocumentQuery(collectionID: "c", filter: .field(FieldPath(name: "a"), .in, .array([]))),
        DocumentQuery(
          collectionID: "c",
          start: DocumentQuery.Cursor(values: [.null, .null], isBefore: true)
        ),
      ]
      for query in queries {
        try await expect(.invalidData, from: "\(query)") {
          try await store.documents(matching: query)
        }
      }
    },
  ]

  /// Checks of listings.
  static let listingChecks: [Check] = [
    Check("a collection is listed page by page") { store in
      for id in ["d", "a", "c", "b"] { try await store.set(["id": .string(id)], at: "c/\(id)") }
      try await store.set([:], at: "c/aa/below/1")
      try await store.set([:], at: "c/b/below/2")
      try await store.set([:], at: "cc/x")
      for (missing, ids) in [(false, ["a", "b", "c", "d"]), (true, ["a", "aa", "b", "c", "d"])] {
        for size in 1...6 {
          var found: [String] = []
          var last: String?
          var hasMore = true
          while hasMore {
            try expect("the listing ends", found.count < 10)
            let page = try await store.documents(
              in: DocumentPath(["c"]),
              after: last,
              limit: size,
              includesMissing: missing
            )
            for entry in page.entries {
              try expect("\(entry.id) is missing", (entry.document == nil) == (entry.id == "aa"))
            }
            found += page.entries.map(\.id)
            last = page.entries.last?.id
            hasMore = page.hasMore
          }
          try expect("the identifiers by \(size)", found, equals: ids)
        }
      }
    },
    Check("collections are listed in order, including those below missing documents") { store in
      for path in ["b/1", "a/1/x/2", "é/1", "b/1/z/1", "b/1/y/1/deep/1", "ab/1"] {
        try await store.set([:], at: path)
      }
      let cases = [
        ("", ["a", "ab", "b", "é"]), ("b/1", ["y", "z"]), ("a/1", ["x"]), ("a/2", []),
        ("b/1/y/1", ["deep"]),
      ]
      for (path, ids) in cases {
        let found = try await store.collectionIDs(below: DocumentPath(parsing: path))
        try expect("the collections below \"\(path)\"", found, equals: ids)
      }
    },
    Check("a path that is not a collection cannot be listed") { store in
      try await expect(.invalidData, from: "listing a document") {
        try await store.documents(
          in: DocumentPath(parsing: "c/d"),
          after: nil,
          limit: 1,
          includesMissing: false
        )
      }
      try await expect(.invalidData, from: "a page of nothing") {
        try await store.documents(
          in: DocumentPath(parsing: "c"),
          after: nil,
          limit: 0,
          includesMissing: false
        )
      }
      try await expect(.invalidData, from: "the collections below a collection") {
        try await store.collectionIDs(below: DocumentPath(parsing: "c"))
      }
    },
  ]
}
