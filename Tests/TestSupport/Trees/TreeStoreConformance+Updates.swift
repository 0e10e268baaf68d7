import TaneCore

extension TreeStoreConformance {
  /// Checks of updates with several writes.
  static let updateChecks: [Check] = [
    Check("an update makes all its writes and keeps the rest") { store in
      try await store.set(Tree(["a": ["x": 1, "y": 2], "b": 3, "c": 4]), at: .root)
      try await store.update([
        TreeWrite(path: "/c", value: .null),
        TreeWrite(path: "/a/x", value: Tree(["deep": true])),
        TreeWrite(path: "/d/e", value: Tree("new")),
        TreeWrite(path: "/a/z", value: Tree(5)),
      ])
      try expect(
        "the root",
        try await store.tree(at: .root),
        equals: Tree(["a": ["x": ["deep": true], "y": 2, "z": 5], "b": 3, "d": ["e": "new"]])
      )
    },
    Check("the order of an update's writes does not matter") { store in
      let writes = [
        TreeWrite(path: "/a/b", value: .null), TreeWrite(path: "/a/c", value: Tree(1)),
        TreeWrite(path: "/d/e/f", value: .null), TreeWrite(path: "/d/g", value: Tree(2)),
      ]
      let start = Tree(["a": "scalar", "d": ["e": ["f": 3]], "h": 4])
      for order in [writes, writes.reversed()] {
        try await store.set(start, at: .root)
        try await store.update(order)
        try expect(
          "the root",
          try await store.tree(at: .root),
          equals: Tree(["a": ["c": 1], "d": ["g": 2], "h": 4])
        )
      }
    },
    Check("an empty update does nothing") { store in
      try await store.set(Tree(1), at: "/a")
      try await store.update([])
      try expect("the root", try await store.tree(at: .root), equals: Tree(["a": 1]))
    },
    Check("many writes of one update are all made") { store in
      let writes = (0..<500).map { index in
        TreeWrite(
          path: TreePath(["rows", "\(index)", "value"]),
          value: Tree(.integer(Int64(index)))
        )
      }
      try await store.update(writes.reversed())
      let rows = try await store.tree(at: "/rows")
      try expect(
        "the values",
        rows.children.compactMap { $0["value"]?.integer },
        equals: Array(0..<500)
      )
    },
  ]

  /// Checks that rejected updates change nothing.
  static let refusalChecks: [Check] = [
    Check("overlapping writes are rejected together") { store in
      try await store.set(Tree(["a": ["b": 1]]), at: .root)
      let overlaps: [(TreePath, TreePath)] = [
        ("/a", "/a/b"), ("/a/b/c", "/a"), ("/a/b", "/a/b"), (.root, "/z"),
      ]
      for (first, second) in overlaps {
        let error = try await expect(.overlappingWrites, from: "writing \(first) and \(second)") {
          try await store.update([
            TreeWrite(path: "/other", value: Tree(9)), TreeWrite(path: first, value: Tree(2)),
            TreeWrite(path: second, value: Tree(3)),
          ])
        }
        try expect("the number of paths", error.paths.count, equals: 2)
        try expect("the root", try await store.tree(at: .root), equals: Tree(["a": ["b": 1]]))
      }
    },
    Check("writes of siblings do not overlap") { store in
      try await store.update([
        TreeWrite(path: "/a", value: Tree(1)), TreeWrite(path: "/ab", value: Tree(2)),
        TreeWrite(path: "/a b", value: Tree(3)),
      ])
      try expect(
        "the root",
        try await store.tree(at: .root),
        equals: Tree(["a": 1, "ab": 2, "a b": 3])
      )
    },
    Check("data that a Realtime Database does not support is rejected") { store in
      for (name, write) in illegalWrites {
        try await store.set(Tree(["a": 1]), at: .root)
        try await expect(.invalidData, from: name) {
          try await store.update([TreeWrite(path: "/other", value: Tree(2)), write])
        }
        try expect(
          "the root after \(name)",
          try await store.tree(at: .root),
          equals: Tree(["a": 1])
        )
      }
    },
  ]

  private static let illegalWrites: [(String, TreeWrite)] = [
    ("a key with a dot", TreeWrite(path: "/x", value: Tree(["a.b": 1]))),
    ("an empty key", TreeWrite(path: "/x", value: Tree(["": 1]))),
    ("a path with a dot", TreeWrite(path: TreePath(["x.y"]), value: Tree(1))),
    ("a path with a slash in a key", TreeWrite(path: TreePath(["x", "a/b"]), value: Tree(1))),
    (
      "a key over 768 bytes",
      TreeWrite(path: TreePath([String(repeating: "a", count: 769)]), value: Tree(1))
    ),
    ("33 levels", TreeWrite(path: TreePath((1...33).map(String.init)), value: Tree(1))),
    ("34 levels", TreeWrite(path: TreePath((1...34).map(String.init)), value: Tree(1))),
    ("not-a-number", TreeWrite(path: "/x", value: Tree(["n": .double(.nan)]))),
    ("an infinity", TreeWrite(path: "/x", value: Tree(.double(.infinity)))),
    (
      "digits beyond 64 bits",
      TreeWrite(path: "/x", value: Tree(.decimal("12345678901234567890.5")))
    ),
  ]
}
