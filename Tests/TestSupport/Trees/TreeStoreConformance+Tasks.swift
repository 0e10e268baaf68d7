import TaneCore

extension TreeStoreConformance {
  /// Checks of concurrent and canceled callers.
  static let taskChecks: [Check] = [
    Check("concurrent updates of many tasks are all kept") { store in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
          group.addTask {
            try await store.set(Tree(.integer(Int64(index))), at: TreePath(["tasks", "\(index)"]))
          }
        }
        try await group.waitForAll()
      }
      let values = try await store.tree(at: "/tasks").children.compactMap(\.integer)
      try expect("the values", values, equals: Array(0..<40))
    },
    Check("one of many tasks that expect the same value writes") { store in
      let winners = try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<20 {
          group.addTask {
            let write = TreeWrite(
              path: "/winner",
              value: Tree(.integer(Int64(index))),
              expected: .null
            )
            do {
              try await store.update([write])
              return 1
            } catch let error as StoreError where error.code == .conflict {
              return 0
            }
          }
        }
        return try await group.reduce(0, +)
      }
      try expect("the number of winners", winners, equals: 1)
    },
    Check("a cancelled task writes nothing") { store in
      try await store.set(Tree(1), at: "/a")
      try await expectCancellation(of: "the update") { try await store.set(Tree(2), at: "/a") }
      try expect("/a", try await store.tree(at: "/a"), equals: Tree(1))
    },
  ]
}
