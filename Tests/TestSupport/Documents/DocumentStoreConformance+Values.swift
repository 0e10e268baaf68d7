import TaneCore

extension DocumentStoreConformance {
  private static let everyKind: DocumentFields = [
    "null": .null, "yes": .boolean(true), "no": .boolean(false), "zero": .integer(0),
    "least": .integer(.min), "greatest": .integer(.max), "half": .double(0.5),
    "negative zero": .double(-0.0), "not a number": .double(.nan),
    "infinity": .double(-.infinity),
    "time": .timestamp(DocumentTimestamp(microseconds: -1)),
    "text": .string("麺屋\u{0}🍜"), "empty": .string(""), "bytes": .bytes([0, 255, 128]),
    "no bytes": .bytes([]), "reference": .reference("projects/demo/databases/d/documents/c/d"),
    "place": GeographicPoint(latitude: -35.5, longitude: 139.25).map { .geoPoint($0) } ?? .null,
    "array": .array([.integer(1), .map(["a": .array([.null])]), .string("x")]),
    "no elements": .array([]), "map": .map(["é": .integer(1), "e\u{301}": .integer(2)]),
    "no fields": .map([:]), "`\\.": .string("an odd name"),
  ]

  /// Checks that values are read back as they were written.
  static let valueChecks: [Check] = [
    Check("an empty store has no documents") { store in
      let path = DocumentPath(parsing: "c/d")
      try expect("the document", try await store.document(at: path), equals: nil)
      try expect("the documents", try await store.documents(at: [path, path]), equals: [nil, nil])
      let query = DocumentQuery(collectionID: "c")
      try expect("the query's", try await store.documents(matching: query), equals: [])
      try expect("the collections", try await store.collectionIDs(below: .root), equals: [])
      let page = try await store.documents(
        in: path.parent,
        after: nil,
        limit: 1,
        includesMissing: true
      )
      try expect("the page", page, equals: DocumentListPage(entries: [], hasMore: false))
      try await store.removeAll()
    },
    Check("values of every kind are read back unchanged") { store in
      try await store.set(everyKind, at: "c/d")
      let document = try await store.document(at: DocumentPath(parsing: "c/d"))
      try expect("the fields", document?.fields, equals: everyKind)
    },
    Check("a document may have no fields") { store in
      let commit = try await store.set([:], at: "c/d")
      let document = try await store.document(at: DocumentPath(parsing: "c/d"))
      let expected = StoredDocument(
        path: DocumentPath(parsing: "c/d"),
        fields: [:],
        createTime: commit.time,
        updateTime: commit.time
      )
      try expect("the document", document, equals: expected)
    },
    Check("identifiers in any script are distinguished by their bytes") { store in
      let ids = [
        "é", "e\u{301}", "店", "🍜", "a b", "a", "a\u{0}", "__id7__", "__id-7__", "%2F", "A",
      ]
      for id in ids { try await store.set(["id": .string(id)], at: "c/\(id)") }
      for id in ids {
        let document = try await store.document(at: DocumentPath(["c", id]))
        try expect("the document \(id)", document?.fields, equals: ["id": .string(id)])
      }
      let page = try await store.documents(
        in: DocumentPath(["c"]),
        after: nil,
        limit: 100,
        includesMissing: false
      )
      let order = ["__id-7__", "__id7__", "A", "a", "a\u{0}", "a b", "e\u{301}", "é", "店", "🍜"]
      try expect(
        "the identifiers in order",
        page.entries.map { Array($0.id.utf8) },
        equals: (["__id-7__", "__id7__", "%2F"] + order.dropFirst(2)).map { Array($0.utf8) }
      )
    },
    Check("unsupported data is rejected") { store in
      let deep = (0..<21).reduce(DocumentValue.null) { value, _ in .map(["a": value]) }
      let writes: [(String, DocumentWrite)] = [
        ("an array in an array", .set(["a": .array([.array([])])], at: "c/d")),
        ("an empty field name", .set(["a": .map(["": .null])], at: "c/d")),
        ("a reserved field name", .set(["__a__": .null], at: "c/d")),
        ("22 levels", .set(["a": deep], at: "c/d")),
        ("a large document", .set(["a": .bytes([UInt8](repeating: 0, count: 1 << 20))], at: "c/d")),
        ("a collection", .set([:], at: "c")), ("the root", .delete("")),
        ("an empty identifier", .set([:], at: "c/")), ("a dot", .set([:], at: "c/..")),
        ("a reserved identifier", .set([:], at: "c/__d__")),
        ("a long identifier", .set([:], at: "c/" + String(repeating: "d", count: 1501))),
      ]
      for (name, write) in writes {
        try await expect(.invalidData, from: name) {
          try await store.commit([.set([:], at: "other/document"), write])
        }
      }
      try expect("the collections", try await store.collectionIDs(below: .root), equals: [])
    },
    Check("removing all documents leaves none, and times continue to increase") { store in
      let first = try await store.set([:], at: "c/d/e/f")
      try await store.removeAll()
      try expect("the collections", try await store.collectionIDs(below: .root), equals: [])
      let second = try await store.set([:], at: "c/d")
      try expect("the time grows", second.time > first.time)
    },
    Check("a cancelled task commits nothing") { store in
      try await expectCancellation(of: "the commit") { try await store.set([:], at: "c/d") }
      let path = DocumentPath(parsing: "c/d")
      try expect("the document", try await store.document(at: path), equals: nil)
    },
  ]
}
