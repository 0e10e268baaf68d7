import Foundation
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Priorities are written, read and exported if the store supports them")
struct PriorityTests {
  private let store = PriorityStore()
  private let root: DatabaseReference

  init() {
    root = RealtimeDatabaseManager(databases: ["shops": store]).shopsReference
  }

  @Test("A value and its priority are read back in plain and in export format")
  func values() async throws {
    try await root.child("a").setValue(["name": "麺屋", "open": true], andPriority: 2)
    try await root.child("b").setValue("寿司", andPriority: "x")
    let snapshot = try await root.getData()
    #expect(snapshot.tree == Tree(["a": ["name": "麺屋", "open": true], "b": "寿司"]))
    #expect(snapshot.childSnapshot(forPath: "a").priority as? Int == 2)
    #expect(snapshot.childSnapshot(forPath: "b").priority as? String == "x")
    #expect(snapshot.childSnapshot(forPath: "b").value as? String == "寿司")
    #expect(snapshot.childSnapshot(forPath: "a/name").priority == nil)
    let exported = try #require(snapshot.valueInExportFormat() as? [String: Any])
    #expect(exported["b"] as? [String: String] == [".value": "寿司", ".priority": "x"])
    let shop = try #require(exported["a"] as? [String: Any])
    #expect(shop[".priority"] as? Int == 2)
    #expect(shop["name"] as? String == "麺屋")
    #expect(!snapshot.hasChild("a/.priority"))
    #expect(snapshot.childSnapshot(forPath: "a").childrenCount == 2)
  }

  @Test("A priority is set and removed without changing the value")
  func alone() async throws {
    try await root.child("a").setValue(5)
    try await root.child("a").setPriority(1.5)
    #expect(try await root.child("a").getData().priority as? Double == 1.5)
    try await root.child("a").setPriority(nil)
    #expect(try await root.child("a").getData().priority == nil)
    #expect(try await root.child("a").getData().value as? Int == 5)
    try await root.child("a").setValue(1, andPriority: "p")
    try await root.child("a").setValue(2)
    #expect(try await root.child("a").getData().priority == nil)
  }

  @Test("Lists are exported as maps")
  func exportedLists() async throws {
    try await root.setValue(["a", "b"])
    #expect(try await root.getData().value as? [String] == ["a", "b"])
    #expect(
      try await root.getData().valueInExportFormat() as? [String: String] == ["0": "a", "1": "b"]
    )
  }

  @Test("Queries order children by priority, and ranges compare priorities")
  func queries() async throws {
    try await root.child("none").setValue(1)
    try await root.child("two").setValue(1, andPriority: 2)
    try await root.child("ten").setValue(1, andPriority: 10)
    try await root.child("text").setValue(1, andPriority: "1")
    #expect(
      try await root.queryOrderedByPriority().getData().children.map(\.key)
        == ["none", "two", "ten", "text"]
    )
    #expect(
      try await root.queryStarting(atValue: 2).queryEnding(beforeValue: "1").getData().children
        .map(\.key) == ["two", "ten"]
    )
    #expect(try await root.queryLimited(toLast: 1).getData().children.map(\.key) == ["text"])
    let moved = try await root.queryOrderedByKey().queryLimited(toFirst: 2).getData()
    #expect(moved.children.map(\.key) == ["none", "ten"])
    #expect(moved.childSnapshot(forPath: "ten").priority as? Int == 10)
  }

  @Test("A priority that is neither a string nor a number is rejected")
  func refusals() async throws {
    #expect(
      await failure { try await root.child("a").setPriority(true) }
        == "shops:/a: a priority must be a string or a number, not true"
    )
    #expect(
      await failure { try await root.child("a").setValue(1, andPriority: ["x"]) }
        == #"shops:/a: a priority must be a string or a number, not ["x"]"#
    )
  }

  @Test("A store without priorities rejects them and accepts nil")
  func unsupported() async throws {
    let root = RealtimeDatabaseManager(databases: ["shops": PlainStore()]).shopsReference
    let message =
      "shops:/a: the store of shops does not support priorities; order by a child instead, with "
      + "queryOrdered(byChild:)"
    #expect(await failure { try await root.child("a").setValue(1, andPriority: 1) } == message)
    #expect(await failure { try await root.child("a").setPriority("x") } == message)
    try await root.child("a").setValue(1, andPriority: nil)
    try await root.child("a").setPriority(nil)
    #expect(try await root.child("a").getData().value as? Int == 1)
    #expect(try await root.child("a").getData().priority == nil)
    #expect(try await root.queryOrderedByPriority().getData().children.map(\.key) == ["a"])
    #expect(try await root.queryStarting(atValue: nil).getData().childrenCount == 1)
    #expect(try await root.queryStarting(atValue: 1).getData().childrenCount == 0)
  }

  @Test("A transaction keeps a priority that it does not change")
  func transactions() async throws {
    try await root.child("a").setValue(1, andPriority: 7)
    let (committed, snapshot) = try await root.child("a").runTransactionBlock { data in
      data.value = 2
      return .success(withValue: data)
    }
    #expect(committed)
    #expect(snapshot.value as? Int == 2)
    #expect(snapshot.priority as? Int == 7)
    _ = try await root.runTransactionBlock { data in
      data.childData(byAppendingPath: "a").priority = "b"
      return .success(withValue: data)
    }
    #expect(try await root.child("a").getData().priority as? String == "b")
    #expect(try await root.child("a").getData().value as? Int == 2)
  }
}
