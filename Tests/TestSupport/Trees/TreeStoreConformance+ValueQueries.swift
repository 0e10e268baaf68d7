import TaneCore

extension TreeStoreConformance {
  /// Checks of queries by value and by child.
  static let valueQueryChecks: [Check] = [
    Check("a query by value orders kinds, then values, then keys") { store in
      let tree = Tree([
        "a": ["x": 1], "b": "text", "c": 2, "d": true, "e": false, "f": "Text", "g": 1.5,
        "h": ["w": 0], "i": 2, "10": 2, "j": "🍜", "k": "\u{FF61}",
      ])
      let keys = try await resultKeys(of: TreeQuery(order: .value), on: store, tree)
      try expect(
        "the keys",
        keys,
        equals: ["e", "d", "g", "10", "c", "i", "f", "b", "j", "k", "a", "h"]
      )
    },
    Check("a query by value supports bounds, with keys for equal values") { store in
      try await store.set(Tree(["a": 1, "b": 2, "c": 2, "d": 2, "e": 3, "f": "2"]), at: "/node")
      let two = Tree(2)
      let ranges: [(TreeQuery.Bound?, TreeQuery.Bound?, [String])] = [
        (.init(two), .init(two), ["b", "c", "d"]),
        (.init(two, isInclusive: false), nil, ["e", "f"]),
        (nil, .init(two, isInclusive: false), ["a"]),
        (.init(two, key: "c"), nil, ["c", "d", "e", "f"]),
        (.init(two, key: "c", isInclusive: false), nil, ["d", "e", "f"]),
        (nil, .init(two, key: "c"), ["a", "b", "c"]),
        (nil, .init(two, key: "c", isInclusive: false), ["a", "b"]),
        (.init(Tree(1.5)), .init(Tree(2.5)), ["b", "c", "d"]),
        (.init(Tree(false)), .init(Tree(true)), []),
      ]
      for (start, end, expected) in ranges {
        try await expectKeys(
          expected,
          of: TreeQuery(order: .value, start: start, end: end),
          on: store
        )
      }
    },
    Check("a query by child compares the values below each child, null if absent") { store in
      let tree = Tree([
        "a": ["rank": ["points": 30]], "b": ["rank": ["points": 10]], "c": ["rank": 1],
        "d": ["rank": ["points": 10]], "e": "scalar", "f": ["rank": ["points": "many"]],
      ])
      let order = TreeQuery.Order.child("/rank/points")
      let keys = try await resultKeys(of: TreeQuery(order: order), on: store, tree)
      try expect("the keys", keys, equals: ["c", "e", "b", "d", "a", "f"])
      let bounded = TreeQuery(
        order: order,
        start: .init(Tree(10), key: "d"),
        end: .init(Tree(30))
      )
      try await expectKeys(["d", "a"], of: bounded, on: store)
      let absent = TreeQuery(order: order, start: .init(.null), end: .init(.null))
      try await expectKeys(["c", "e"], of: absent, on: store)
    },
    Check("limits select the first or last children in the query's order") { store in
      let tree = Tree(["a": ["n": 5], "b": ["n": 3], "c": ["n": 4], "d": ["n": 3]])
      let query = TreeQuery(order: .child("n"), limit: .first(2))
      let first = try await resultKeys(of: query, on: store, tree)
      try expect("the first", first, equals: ["b", "d"])
      try await expectKeys(
        ["c", "a"],
        of: TreeQuery(order: .child("n"), limit: .last(2)),
        on: store
      )
      let entries = try await store.children(
        at: "/node",
        matching: TreeQuery(order: .child("n"), limit: .last(1))
      )
      try expect("the last entry", entries.first?.value ?? .null, equals: Tree(["n": 5]))
    },
  ]
}
