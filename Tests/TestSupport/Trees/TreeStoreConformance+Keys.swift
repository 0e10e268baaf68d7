import TaneCore

extension TreeStoreConformance {
  /// Keys in various scripts, in the order of the Realtime Database.
  static let orderedKeys = [
    "-2147483648", "-5", "-1", "0", "-0", "1", "01", "001", "2", "9", "10", "2147483647",
    "-", "-2147483649", "1 ", "10000000000", "2147483648", "A", "B", "a", "a b", "a-", "aa", "ab",
    "b",
    "e\u{301}", "z", "{", "~", "é", "ж", "店", "麺", "🍜", "🍣", "\u{FF61}",
  ]

  /// Checks of keys and their order.
  static let keyChecks: [Check] = [
    Check("children come in key order") { store in
      let entries = orderedKeys.enumerated().map { ($1, TreeLiteral.integer(Int64($0))) }
      try await store.set(Tree(.map(entries.reversed())), at: "/keys")
      let keys = try await store.childKeys(at: "/keys")
      try expect(
        "the keys",
        keys.map { Array($0.utf8) },
        equals: orderedKeys.map { Array($0.utf8) }
      )
      let values = try await store.tree(at: "/keys").children.compactMap(\.integer)
      try expect("the values", values, equals: entries.indices.map(Int64.init))
    },
    Check("keys in any script can be written, read and removed by path") { store in
      for key in orderedKeys {
        try await store.set(Tree(["value": .string(key)]), at: TreePath(["keys", key]))
      }
      for key in orderedKeys {
        let found = try await store.tree(at: TreePath(["keys", key, "value"]))
        try expect("the value of \(key)", found, equals: Tree(.string(key)))
        try await store.remove(at: TreePath(["keys", key]))
      }
      try expect("the root", try await store.tree(at: .root), equals: .null)
    },
    Check("keys that differ only in Unicode normalization are distinct") { store in
      try await store.set(Tree(1), at: TreePath(["\u{E9}"]))
      try await store.set(Tree(2), at: TreePath(["e\u{301}"]))
      let composed = try await store.tree(at: TreePath(["\u{E9}"]))
      try expect("the composed key", composed, equals: Tree(1))
      try expect("the number of keys", try await store.childKeys(at: .root).count, equals: 2)
    },
    Check("a key may be 768 bytes long") { store in
      let key = String(repeating: "店", count: 256)
      try await store.set(Tree(1), at: TreePath([key]))
      try expect("the keys", try await store.childKeys(at: .root), equals: [key])
      let digits = String(repeating: "0", count: 767) + "7"
      try await store.set(Tree(1), at: TreePath([digits, "x"]))
      try expect("the keys", try await store.childKeys(at: .root), equals: [digits, key])
    },
    Check("the keys of a node are those of its children") { store in
      try await store.set(
        Tree(["a": ["b": ["c": 1], "d": 2], "e": 3, "7": ["f": ["g": 4]]]),
        at: "/x"
      )
      try expect("the keys of /x", try await store.childKeys(at: "/x"), equals: ["7", "a", "e"])
      try expect("the keys of /x/a", try await store.childKeys(at: "/x/a"), equals: ["b", "d"])
      try expect("the keys of a scalar", try await store.childKeys(at: "/x/e"), equals: [])
      try expect("the keys of nothing", try await store.childKeys(at: "/y"), equals: [])
    },
    Check("an invalid path is null") { store in
      try await store.set(Tree(["a": 1]), at: .root)
      for path in [["a.b"], [""], ["a", ""], ["\u{0}"], ["#"]] as [[String]] {
        let found = try await store.tree(at: TreePath(path))
        try expect("\(path)", found, equals: .null)
        try expect("the keys", try await store.childKeys(at: TreePath(path)), equals: [])
      }
    },
  ]
}
