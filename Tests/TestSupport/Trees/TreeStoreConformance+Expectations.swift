import TaneCore

extension TreeStoreConformance {
  /// Checks of writes that succeed only if the current value is the expected one.
  static let expectationChecks: [Check] = [
    Check("a write is made if it finds the expected value") { store in
      try await store.update([TreeWrite(path: "/a", value: Tree([1, 2]), expected: .null)])
      try await store.update([
        TreeWrite(path: "/a", value: Tree("new"), expected: Tree([1, 2])),
        TreeWrite(path: "/b/c", value: Tree(3), expected: Tree(["d": nil])),
      ])
      try expect(
        "the root",
        try await store.tree(at: .root),
        equals: Tree(["a": "new", "b": ["c": 3]])
      )
      try await store.update([TreeWrite(path: "/a", value: .null, expected: Tree("new"))])
      try expect("the root", try await store.tree(at: .root), equals: Tree(["b": ["c": 3]]))
    },
    Check("a write that finds another value prevents the whole update") { store in
      let start = Tree(["a": 1, "b": ["c": 2], "e": 3])
      try await store.set(start, at: .root)
      let error = try await expect(.conflict, from: "the update") {
        try await store.update([
          TreeWrite(path: "/new", value: Tree(9)),
          TreeWrite(path: "/b", value: Tree(9), expected: Tree(["c": 3])),
          TreeWrite(path: "/e", value: Tree(9), expected: Tree(3)),
          TreeWrite(path: "/a", value: Tree(9), expected: .null),
          TreeWrite(path: "/f", value: Tree(9), expected: Tree(1)),
        ])
      }
      try expect("the paths", error.paths.sorted(), equals: ["/a", "/b", "/f"])
      try expect("the root", try await store.tree(at: .root), equals: start)
    },
    Check("an expectation includes everything below the path") { store in
      try await store.set(Tree(["b": 1, "c": ["d": 2]]), at: "/a")
      try await expect(.conflict, from: "expecting a part") {
        try await store.update([TreeWrite(path: "/a", value: .null, expected: Tree(["b": 1]))])
      }
      try await expect(.conflict, from: "expecting more") {
        try await store.update([
          TreeWrite(path: "/a/c", value: .null, expected: Tree(["d": 2, "e": 3]))
        ])
      }
      let expected = Tree(["c": ["d": 2, "e": nil], "b": 1.0])
      try await store.update([TreeWrite(path: "/a", value: .null, expected: expected)])
      try expect("the root", try await store.tree(at: .root), equals: .null)
    },
    Check("a path below a scalar has no value") { store in
      try await store.set(Tree("scalar"), at: "/a")
      try await store.update([TreeWrite(path: "/a/b", value: Tree(1), expected: .null)])
      try expect("/a", try await store.tree(at: "/a"), equals: Tree(["b": 1]))
    },
  ]
}
