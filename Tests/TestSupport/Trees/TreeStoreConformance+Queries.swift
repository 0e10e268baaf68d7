import TaneCore

extension TreeStoreConformance {
  /// Checks of queries by key.
  static let keyQueryChecks: [Check] = [
    Check("a query by key returns the children in key order") { store in
      let keys = try await resultKeys(of: TreeQuery(order: .key), on: store, numbered)
      try expect("the keys", keys, equals: ["-1", "2", "10", "a", "ab", "b"])
      let children = try await store.children(at: "/node", matching: TreeQuery(order: .key))
      try expect("the value of ab", children[4].value, equals: Tree(["x": ["y": 5]]))
    },
    Check("a query by key supports inclusive and exclusive bounds") { store in
      try await store.set(numbered, at: "/node")
      try await expectKeys(["2", "10", "a"], store, .key, from: "2", to: "a")
      try await expectKeys(["10"], store, .key, from: "2", to: "a", isInclusive: false)
      try await expectKeys(["ab"], store, .key, from: "aa", to: "ac")
      try await expectKeys(["a", "ab", "b"], store, .key, from: "", to: nil)
      try await expectKeys(["-1", "2"], store, .key, from: nil, to: "9")
      try await expectKeys([], store, .key, from: "b", to: "a")
      try await expectKeys([], store, .key, from: "zz", to: nil)
    },
    Check("a query by key supports limits from either end") { store in
      try await store.set(numbered, at: "/node")
      let limits: [(TreeQuery.Limit, [String])] = [
        (.first(2), ["-1", "2"]), (.last(2), ["ab", "b"]), (.first(0), []), (.last(0), []),
        (.first(6), ["-1", "2", "10", "a", "ab", "b"]),
        (.last(99), ["-1", "2", "10", "a", "ab", "b"]),
      ]
      for (limit, expected) in limits {
        let query = TreeQuery(order: .key, limit: limit)
        try await expectKeys(expected, of: query, on: store)
      }
    },
    Check("a limit counts from the bounds") { store in
      try await store.set(numbered, at: "/node")
      let start = TreeQuery.Bound(Tree("2"), isInclusive: false)
      let end = TreeQuery.Bound(Tree("ab"))
      try await expectKeys(
        ["10", "a"],
        of: TreeQuery(order: .key, start: start, end: end, limit: .first(2)),
        on: store
      )
      try await expectKeys(
        ["a", "ab"],
        of: TreeQuery(order: .key, start: start, end: end, limit: .last(2)),
        on: store
      )
      try await expectKeys(
        [],
        of: TreeQuery(order: .key, start: end, end: start, limit: .last(2)),
        on: store
      )
    },
    Check("a query of a scalar or an absent value is empty") { store in
      try await store.set(Tree(1), at: "/node")
      for order in [.key, .value, .child("a")] as [TreeQuery.Order] {
        for limit in [nil, .first(1), .last(1)] as [TreeQuery.Limit?] {
          try await expectKeys([], of: TreeQuery(order: order, limit: limit), on: store)
        }
      }
    },
  ]

  private static let numbered = Tree([
    "b": 1, "10": 2, "a": ["x": 3], "2": 4, "ab": ["x": ["y": 5]], "-1": 6,
  ])

  static func resultKeys(
    of query: TreeQuery,
    on store: any TreeStore,
    _ tree: Tree
  ) async throws -> [String] {
    try await store.set(tree, at: "/node")
    return try await store.children(at: "/node", matching: query).map(\.key)
  }

  static func expectKeys(
    _ expected: [String],
    of query: TreeQuery,
    on store: any TreeStore
  ) async throws {
    let found = try await store.children(at: "/node", matching: query).map(\.key)
    try expect("the keys that \(query) selects", found, equals: expected)
  }

  private static func expectKeys(
    _ expected: [String],
    _ store: any TreeStore,
    _ order: TreeQuery.Order,
    from start: String?,
    to end: String?,
    isInclusive: Bool = true
  ) async throws {
    let query = TreeQuery(
      order: order,
      start: start.map { TreeQuery.Bound(Tree(.string($0)), isInclusive: isInclusive) },
      end: end.map { TreeQuery.Bound(Tree(.string($0)), isInclusive: isInclusive) }
    )
    let found = try await store.children(at: "/node", matching: query).map(\.key)
    let kind = isInclusive ? "inclusive" : "exclusive"
    try expect(
      "the keys from \(start ?? "the first") to \(end ?? "the last"), \(kind)",
      found,
      equals: expected
    )
  }
}
