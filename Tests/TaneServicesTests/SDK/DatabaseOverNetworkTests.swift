import Foundation
import Synchronization
import TaneCore
import TaneFirebase
import TaneServices
import Testing

@Suite("SDK-style database over the network")
struct DatabaseOverNetworkTests {
  @Test("Values, priorities, updates and server values are written over the network")
  func writing() async throws {
    try await ServedEnvironment.run { served in
      let root = served.root
      try await root.child("a").setValue(["name": "麺屋", "open": true], andPriority: 2)
      try await root.child("b").setValue("寿司", andPriority: "x")
      try await root.child("a").setPriority(1.5)
      try await root.updateChildValues([
        "a/owner/name": "花子", "c": ServerValue.timestamp(), "n": ServerValue.increment(2),
      ])
      try await root.updateChildValues(["n": ServerValue.increment(3), "a/open": NSNull()])
      let snapshot = try await root.getData()
      #expect(
        snapshot.tree
          == Tree([
            "a": ["name": "麺屋", "owner": ["name": "花子"]], "b": "寿司", "c": 1_700_000_000_000,
            "n": 5,
          ])
      )
      #expect(snapshot.childSnapshot(forPath: "a").priority as? Double == 1.5)
      #expect(snapshot.childSnapshot(forPath: "b").priority as? String == "x")
      try await root.child("b").setPriority(nil)
      #expect(try await root.child("b").getData().priority == nil)
      try await root.child("a").removeValue()
      #expect(try await root.getData().children.map(\.key) == ["b", "c", "n"])
      let message = root.childByAutoId()
      try await message.setValue("こんにちは")
      #expect(try await message.getData().value as? String == "こんにちは")
    }
  }

  @Test("Database queries work over the network in every order with ranges and limits")
  func queries() async throws {
    try await ServedEnvironment.run { served in
      let root = served.root
      try await root.child("p").setValue(["rank": 3], andPriority: 9)
      try await root.child("q").setValue(["rank": 1], andPriority: "x")
      try await root.child("r").setValue(["rank": 2])
      try await root.child("s").setValue(7, andPriority: 1)
      func keys(_ query: DatabaseQuery) async throws -> [String] {
        try await query.getData().children.map(\.key)
      }
      #expect(try await keys(root.queryOrderedByPriority()) == ["r", "s", "p", "q"])
      #expect(
        try await keys(root.queryStarting(atValue: 1).queryEnding(beforeValue: "x")) == ["s", "p"]
      )
      #expect(
        try await keys(root.queryOrdered(byChild: "rank").queryLimited(toLast: 2)) == ["r", "p"]
      )
      #expect(
        try await keys(root.queryOrderedByKey().queryStarting(afterValue: "q")) == ["r", "s"]
      )
      #expect(try await keys(root.queryOrderedByValue().queryEqual(toValue: 7)) == ["s"])
      let first = try await root.queryLimited(toFirst: 2).getData()
      #expect(first.children.map(\.key) == ["r", "s"])
      #expect(first.childSnapshot(forPath: "s").priority as? Int == 1)
      let (snapshot, previous) = await root.queryOrderedByPriority().queryLimited(toLast: 1)
        .observeSingleEventAndPreviousSiblingKey(of: .childAdded)
      #expect(snapshot.key == "q" && previous == nil)
    }
  }

  @Test("A transaction restarts if another client writes first and keeps the priority")
  func contention() async throws {
    try await ServedEnvironment.run { served in
      let other = try served.another()
      let count = served.root.child("count")
      try await count.setValue(0, andPriority: 4)
      async let ours = Self.add(15, to: count)
      async let theirs = Self.add(15, to: other.child("count"))
      _ = try await (ours, theirs)
      let snapshot = try await count.getData()
      #expect(snapshot.value as? Int == 30)
      #expect(snapshot.priority as? Int == 4)
    }
  }

  private static func add(_ times: Int, to reference: DatabaseReference) async throws {
    for _ in 0..<times {
      let (committed, _) = try await reference.runTransactionBlock { data in
        data.value = (data.value as? Int ?? 0) + 1
        return .success(withValue: data)
      }
      #expect(committed)
    }
  }

  @Test("A transaction fails after 25 attempts, and an aborted one writes nothing")
  func attempts() async throws {
    try await ServedEnvironment.run { served in
      let stock = served.root.child("stock")
      let other = RealtimeDatabaseClient(
        name: "other",
        location: try DatabaseLocation(
          emulator: "http://\(served.databaseAddress)",
          namespace: "demo"
        ),
        connection: ServiceConnection(transport: AsyncHTTPTransport.patient(), credential: .owner)
      )
      // Another client writes between each read and the following write.
      let attempts = Counter()
      let meddled = RealtimeDatabaseManager(
        databases: ["shops": MeddledStore(store: other, path: "/stock")]
      ).shopsReference
      let error = await #expect(throws: FirebaseError.self) {
        try await meddled.child("stock").runTransactionBlock { data in
          _ = attempts.next()
          data.value = 1
          return .success(withValue: data)
        }
      }
      #expect(error?.code == .tooManyAttempts)
      #expect(attempts.next() == 26)
      let (committed, snapshot) = try await stock.runTransactionBlock { _ in .abort() }
      #expect(!committed)
      #expect(snapshot.value as? Int == 25)
    }
  }

  @Test("Value events report values and priorities that another client writes")
  func valueEvents() async throws {
    try await ServedEnvironment.run { served in
      let other = try served.another()
      var seen: [Tree] = []
      for try await snapshot in served.root.child("a").observe(.value) {
        seen.append(snapshot.tree)
        switch seen.count {
        case 1: try await other.child("a/x").setValue(1, andPriority: 3)
        case 2:
          #expect(snapshot.childSnapshot(forPath: "x").priority as? Int == 3)
          try await other.child("a/x").setPriority("p")
        case 3:
          #expect(snapshot.childSnapshot(forPath: "x").priority as? String == "p")
          try await other.updateChildValues(["a/y/z": [1, 2], "a/x": NSNull()])
        case 4: try await other.child("a").removeValue()
        default: break
        }
        if seen.count == 5 { break }
      }
      #expect(
        seen == [
          .null, Tree(["x": 1]), Tree(["x": 1]), Tree(["y": ["z": [1, 2]]]), .null,
        ]
      )
    }
  }

  @Test("Child events arrive in order with previous keys")
  func childEvents() async throws {
    try await ServedEnvironment.run { served in
      let list = served.root.child("list")
      try await list.setValue(["a": 1, "b": 2])
      let (lines, log) = AsyncStream.makeStream(of: String.self)
      let types: [(DataEventType, String)] = [
        (.childAdded, "+"), (.childRemoved, "-"), (.childChanged, "~"), (.childMoved, ">"),
      ]
      let query = list.queryOrderedByValue()
      for (type, sign) in types {
        query.observe(
          type,
          andPreviousSiblingKeyWith: { child, previous in
            log.yield("\(sign)\(child.key)<\(previous ?? "")")
          }
        )
      }
      var reader = lines.makeAsyncIterator()
      #expect(await reader.next() == "+a<")
      #expect(await reader.next() == "+b<a")
      try await served.another().child("list/c").setValue(3)
      #expect(await reader.next() == "+c<b")
      try await served.another().child("list/b").removeValue()
      #expect(await reader.next() == "-b<")
      try await served.another().child("list/a").setValue(9)
      let both: Set = [await reader.next(), await reader.next()]
      #expect(both == [">a<c", "~a<c"])
      query.removeAllObservers()
      #expect(try await list.observeSingleEvent(of: .value).childrenCount == 2)
    }
  }
}

/// A database to which another client writes before each write.
private struct MeddledStore: TreeStore {
  let keepsPriorities = true
  let store: RealtimeDatabaseClient
  let path: TreePath
  private let counter = Counter()

  init(store: RealtimeDatabaseClient, path: TreePath) {
    self.store = store
    self.path = path
  }

  func tree(at path: TreePath) async throws -> Tree { try await store.tree(at: path) }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws { try await updateExported(writes) }

  func exportedTree(at path: TreePath) async throws -> Tree {
    try await store.exportedTree(at: path)
  }

  func exportedChildren(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.exportedChildren(at: path, matching: query)
  }

  func updateExported(_ writes: [TreeWrite]) async throws {
    try await store.set(Tree(.integer(Int64(counter.next()))), at: path)
    try await store.updateExported(writes)
  }
}
