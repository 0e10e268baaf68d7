import Foundation
import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Transactions and increments start from the current value")
struct TransactionTests {
  private let store = InMemoryTreeStore(service: "shops", now: { 1_714_555_800_000 })
  private let manager: RealtimeDatabaseManager
  private let root: DatabaseReference

  init() {
    manager = RealtimeDatabaseManager(databases: ["shops": store])
    root = manager.shopsReference
  }

  @Test("A transaction block changes the value or aborts")
  func blocks() async throws {
    try await root.child("stock").setValue(1)
    let buy: (MutableData) -> TransactionResult = { data in
      guard let left = data.value as? Int, left > 0 else { return .abort() }
      data.value = left - 1
      return .success(withValue: data)
    }
    let (first, after) = try await root.child("stock").runTransactionBlock(buy)
    #expect(first)
    #expect(after.value as? Int == 0)
    let (second, still) = try await root.child("stock").runTransactionBlock(buy)
    #expect(!second)
    #expect(still.value as? Int == 0)
  }

  @Test("A transaction block edits children of data that is empty at first")
  func parts() async throws {
    let (committed, snapshot) = try await root.child("shop").runTransactionBlock { data in
      #expect(data.key == "shop")
      #expect(!data.hasChildren())
      data.childData(byAppendingPath: "foods/0/name").value = "ramen"
      data.childData(byAppendingPath: "name").value = "麺屋"
      #expect(data.hasChild(atPath: "foods/0"))
      #expect(data.children.map(\.key) == ["foods", "name"])
      #expect(data.childrenCount == 2)
      data.childData(byAppendingPath: "name").value = nil
      data.childData(byAppendingPath: "at").value = ServerValue.timestamp()
      return .success(withValue: data)
    }
    #expect(committed)
    #expect(snapshot.tree == Tree(["foods": [["name": "ramen"]], "at": 1_714_555_800_000]))
  }

  @Test("20 concurrent transactions and increments of a value all take effect")
  func concurrency() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          try await root.child("likes").runTransactionBlock { data in
            data.value = (data.value as? Int ?? 0) + 1
            return .success(withValue: data)
          }
        }
        group.addTask { try await root.child("likes").setValue(ServerValue.increment(1)) }
      }
      try await group.waitForAll()
    }
    #expect(try await root.child("likes").getData().value as? Int == 20)
  }

  @Test("A transaction fails with an error after 25 attempts")
  func attempts() async throws {
    let store = EverChangingStore()
    let root = RealtimeDatabaseManager(databases: ["shops": store]).shopsReference
    let runs = Mutex(0)
    let message = await failure {
      try await root.child("a").runTransactionBlock { data in
        runs.withLock { $0 += 1 }
        return .success(withValue: data)
      }
    }
    #expect(runs.withLock { $0 } == 25)
    #expect(
      message
        == "shops: others changed the value during each of 25 attempts; nothing was written: try again"
        + " later, or change a smaller part"
    )
  }

  @Test("A transaction throws if its block returns values of an unsupported type")
  func refusals() async throws {
    struct Point {}
    #expect(
      await failure {
        try await root.child("a").runTransactionBlock { data in
          data.childData(byAppendingPath: "b").value = Point()
          return .success(withValue: data)
        }
      }
        == "shops:/a/b: a Point cannot be written; write a string, a number, a boolean, a list, a"
        + " dictionary or nil"
    )
    #expect(try await !root.getData().exists())
  }

  @Test("Increments add to numbers and replace values of other types")
  func increments() async throws {
    try await root.setValue(["whole": 1, "text": "x", "edge": Int.max, "half": 0.5])
    try await root.updateChildValues([
      "whole": ServerValue.increment(2), "text": ServerValue.increment(3),
      "edge": ServerValue.increment(1), "half": ServerValue.increment(1),
      "new/deep": ServerValue.increment(-4), "plain": true,
    ])
    #expect(
      try await store.tree(at: .root)
        == Tree([
          "whole": 3, "text": 3, "edge": .double(0x1p63), "half": 1.5, "new": ["deep": -4],
          "plain": true,
        ])
    )
    try await root.setValue([
      "whole": ServerValue.increment(0.5), "list": [ServerValue.increment(1)],
    ])
    #expect(try await store.tree(at: .root) == Tree(["whole": 3.5, "list": ["0": 1]]))
    #expect(
      await failure { try await root.setValue(["n": [".sv": ["increment": "x"]]]) }
        == "shops:/n: an increment must be a number, not x"
    )
  }
}

/// A store in which every expected value conflicts.
private struct EverChangingStore: TreeStore {
  func tree(at path: TreePath) async throws -> Tree { .null }
  func childKeys(at path: TreePath) async throws -> [String] { [] }
  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] { [] }
  func update(_ writes: [TreeWrite]) async throws {
    throw StoreError(.conflict, service: "shops", "another value", paths: writes.map(\.path))
  }
}
