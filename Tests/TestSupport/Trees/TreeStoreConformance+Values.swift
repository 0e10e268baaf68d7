import TaneCore

extension TreeStoreConformance {
  /// Checks that values are read back as they were written.
  static let valueChecks: [Check] = [
    Check("an empty store is null everywhere") { store in
      try expect("the root", try await store.tree(at: .root), equals: .null)
      try expect("/a/b", try await store.tree(at: "/a/b"), equals: .null)
      try expect("the keys", try await store.childKeys(at: .root), equals: [])
      try expect("the keys of /a", try await store.childKeys(at: "/a"), equals: [])
      let children = try await store.children(at: .root, matching: TreeQuery(order: .key))
      try expect("the children", children, equals: [])
    },
    Check("every kind of scalar is read back unchanged") { store in
      let tree = Tree([
        "yes": true, "no": false, "whole": 42, "negative": -7, "zero": 0, "fraction": 2.5,
        "text": "麺屋", "empty": "", "lines": "a\nb\t\u{0}c", "emoji": "🍜👨‍👩‍👧", "digits": "007",
      ])
      try await store.set(tree, at: "/scalars")
      try expect("/scalars", try await store.tree(at: "/scalars"), equals: tree)
      try expect("/scalars/text", try await store.tree(at: "/scalars/text"), equals: Tree("麺屋"))
    },
    Check("64-bit integers are exact") { store in
      for number in [.min, .min + 1, -1, 9_007_199_254_740_993, .max - 1, .max] as [Int64] {
        try await store.set(Tree(.integer(number)), at: "/number")
        let found = try await store.tree(at: "/number").integer
        try expect("the number", found, equals: number)
      }
    },
    Check("floating-point numbers are exact") { store in
      let numbers: [Double] = [
        0.1, -0.0, 1 / 3, .leastNonzeroMagnitude, 1.797_693_134_862_315_7e308, -2.5e-10, 1e21,
      ]
      for number in numbers {
        try await store.set(Tree(.double(number)), at: "/number")
        try expect(
          "the number",
          try await store.tree(at: "/number"),
          equals: Tree(.double(number))
        )
      }
    },
    Check("server timestamps become one integer per update") { store in
      try await store.update([
        TreeWrite(path: "/a", value: Tree(["at": .serverTimestamp, "name": "a"])),
        TreeWrite(path: "/b/at", value: Tree(.serverTimestamp)),
      ])
      let first = try await store.tree(at: "/a/at")
      try expect("the timestamp is a whole number, not \(first.sketch)", first.integer != nil)
      try expect("/b/at", try await store.tree(at: "/b/at"), equals: first)
      try expect("/a/name", try await store.tree(at: "/a/name"), equals: Tree("a"))
    },
    Check("a tree of many shapes is read back in stored form") { store in
      var generator = TreeGenerator(seed: 2026)
      for _ in 0..<20 {
        let tree = generator.tree(depth: 4)
        try await store.set(tree, at: .root)
        try expect("the root", try await store.tree(at: .root), equals: tree.storedForm())
      }
    },
  ]
}
