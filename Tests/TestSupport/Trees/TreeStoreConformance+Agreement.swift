import TaneCore

extension TreeStoreConformance {
  /// Checks that compare a value with an expected value or an ETag.
  static let agreementChecks: [Check] = [
    Check("a value agrees only with its own stored form") { store in
      let tree = Tree([
        "名前": "麺屋\n\"はるかぜ\"", "list": ["a", .null, ["b": 2.5]], "open": true, "10": -7, "2": "",
      ])
      try await store.set(tree, at: "/shop")
      let stored = tree.storedForm()
      try expect("/shop is as it was written", await store.isSame(stored, at: "/shop"))
      let part = stored["list"] ?? .null
      try expect("/shop/list is as it was written", await store.isSame(part, at: "/shop/list"))
      for path in ["/", "/shop/list", "/shop/2", "/elsewhere"] as [TreePath] {
        try expect("\(path) is not the shop", !(await store.isSame(stored, at: path)))
      }
      try await store.set(Tree(1), at: "/shop/list/2/c")
      try expect("a shop with one value more differs", !(await store.isSame(stored, at: "/shop")))
      try await store.remove(at: "/shop/list/2")
      try expect("a shop with one value less differs", !(await store.isSame(stored, at: "/shop")))
    },
    Check("an absent value agrees with null") { store in
      try expect("/a holds nothing", await store.isSame(.null, at: "/a"))
      try await store.set(Tree(["b": 1]), at: "/a")
      try expect("/a holds something", !(await store.isSame(.null, at: "/a")))
    },
    Check("a tag, if the store has tags, identifies one value") { store in
      try await store.set(Tree(["b": 1]), at: "/a")
      let first = try await store.taggedTree(at: "/a", unlessTagged: nil)
      try expect("the value", first?.value ?? .null, equals: Tree(["b": 1]))
      guard let tag = first?.tag else { return }
      try expect(
        "the value is the tag's",
        try await store.taggedTree(at: "/a", unlessTagged: tag) == nil
      )
      try await store.set(Tree(2), at: "/a/b")
      let second = try await store.taggedTree(at: "/a", unlessTagged: tag)
      try expect("the new value", second?.value ?? .null, equals: Tree(["b": 2]))
    },
  ]
}

extension TreeStore {
  fileprivate func isSame(_ tree: Tree, at path: TreePath) async throws -> Bool {
    if case .same = try await agreement(with: tree, at: path) { true } else { false }
  }
}
