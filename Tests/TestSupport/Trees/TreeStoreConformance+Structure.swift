import TaneCore

extension TreeStoreConformance {
  /// Checks of a write's effects on the surrounding nodes.
  static let structureChecks: [Check] = [
    Check("a list is read back as a map of its indices") { store in
      try await store.set(Tree(["a", nil, ["b"], []]), at: "/list")
      try expect(
        "/list",
        try await store.tree(at: "/list"),
        equals: Tree(["0": "a", "2": ["0": "b"]])
      )
      try expect("the keys", try await store.childKeys(at: "/list"), equals: ["0", "2"])
    },
    Check("nulls and empty containers are not stored") { store in
      try await store.set(Tree(["a": nil, "b": [], "c": ["d": [:]], "e": 1]), at: "/x")
      try expect("/x", try await store.tree(at: "/x"), equals: Tree(["e": 1]))
      try await store.set(Tree(["f": nil]), at: "/x")
      try expect("the root", try await store.tree(at: .root), equals: .null)
    },
    Check("removing the last child removes its parents") { store in
      try await store.set(Tree(1), at: "/a/b/c")
      try await store.set(Tree(2), at: "/d")
      try await store.remove(at: "/a/b/c")
      try expect("the root", try await store.tree(at: .root), equals: Tree(["d": 2]))
    },
    Check("a value below a scalar replaces the scalar") { store in
      try await store.set(Tree("scalar"), at: "/a/b")
      try await store.set(Tree(1), at: "/a/b/c/d")
      try expect(
        "the root",
        try await store.tree(at: .root),
        equals: Tree(["a": ["b": ["c": ["d": 1]]]])
      )
      try await store.set(Tree(["x": nil]), at: "/a/b/c/d/e")
      try expect("/a/b/c/d", try await store.tree(at: "/a/b/c/d"), equals: Tree(1))
    },
    Check("a removal below a scalar leaves the scalar") { store in
      try await store.set(Tree("scalar"), at: "/a")
      try await store.remove(at: "/a/b/c")
      try expect("/a", try await store.tree(at: "/a"), equals: Tree("scalar"))
      try expect("/a/b", try await store.tree(at: "/a/b"), equals: .null)
      try expect("the keys of /a", try await store.childKeys(at: "/a"), equals: [])
    },
    Check("a set replaces everything below") { store in
      try await store.set(Tree(["b": ["c": 1, "d": 2], "e": 3]), at: "/a")
      try await store.set(Tree(["b": 4]), at: "/a")
      try expect("/a", try await store.tree(at: "/a"), equals: Tree(["b": 4]))
      try await store.set(Tree("scalar"), at: "/a")
      try expect("the root", try await store.tree(at: .root), equals: Tree(["a": "scalar"]))
    },
    Check("the root can be set, be a scalar and be removed") { store in
      try await store.set(Tree(["a": 1, "b": ["c": 2]]), at: .root)
      try await store.set(Tree(["d": 3]), at: .root)
      try expect("the root", try await store.tree(at: .root), equals: Tree(["d": 3]))
      try await store.set(Tree("scalar"), at: .root)
      try expect("the root", try await store.tree(at: .root), equals: Tree("scalar"))
      try await store.set(Tree(1), at: "/a")
      try expect("the root", try await store.tree(at: .root), equals: Tree(["a": 1]))
      try await store.remove(at: .root)
      try expect("the root", try await store.tree(at: .root), equals: .null)
    },
    Check("a set does not affect nodes with similar keys") { store in
      let tree = Tree(["1": 1, "01": 2, "10": 3, "a": 4, "ab": 5, "a b": ["c": 6], "A": 7])
      try await store.set(tree, at: .root)
      try await store.set(Tree(["x": 8]), at: "/a")
      try await store.remove(at: "/1")
      try expect(
        "the root",
        try await store.tree(at: .root),
        equals: Tree(["01": 2, "10": 3, "a": ["x": 8], "ab": 5, "a b": ["c": 6], "A": 7])
      )
    },
    Check("32 levels of keys are supported") { store in
      let path = TreePath((1...32).map { "level \($0)" })
      try await store.set(Tree("deep"), at: path)
      try expect("the leaf", try await store.tree(at: path), equals: Tree("deep"))
      try expect("the depth", try await store.tree(at: .root).depth, equals: 33)
    },
  ]
}
