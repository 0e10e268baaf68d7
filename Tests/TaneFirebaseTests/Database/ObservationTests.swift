import Synchronization
import TaneCore
import TaneFirebase
import TaneTesting
import Testing

@Suite("Observers receive changes and nothing else")
struct ObservationTests {
  private let ticks = Ticks()
  private let store = InMemoryTreeStore()
  private let root: DatabaseReference

  init() {
    root =
      RealtimeDatabaseManager(databases: ["shops": store], pace: ticks.pace).shopsReference
  }

  @Test("An observer receives the value immediately and after every change by this process")
  func localWrites() async throws {
    var values = root.child("a").observe(.value).makeAsyncIterator()
    #expect(try await values.next()?.exists() == false)
    try await root.child("a").setValue(1)
    #expect(try await values.next()?.value as? Int == 1)
    try await root.child("other").setValue(5)
    try await root.child("a").setValue(1)
    try await root.setValue(["a": ["b": 2]])
    #expect(try await values.next()?.tree == Tree(["b": 2]))
    try await root.child("a/b/c").setValue(true)
    #expect(try await values.next()?.tree == Tree(["b": ["c": true]]))
    try await root.child("a").runTransactionBlock { data in
      data.value = nil
      return .success(withValue: data)
    }
    #expect(try await values.next()?.exists() == false)
  }

  @Test("An observer polls for changes by others, less often while nothing changes")
  func polling() async throws {
    let values = Values(root.child("a").observe(.value))
    #expect(try await values.next()?.exists() == false)
    async let next = values.next()
    for _ in 0..<3 { ticks.tick() }
    while ticks.seconds.count < 4 { await Task.yield() }
    try await store.set(Tree(7), at: "/a")
    ticks.tick()
    #expect(try await next?.value as? Int == 7)
    #expect(ticks.seconds == [1, 2, 4, 4])
    async let last = values.next()
    while ticks.seconds.count < 5 { await Task.yield() }
    try await store.set(Tree(8), at: "/a")
    ticks.tick()
    #expect(try await last?.value as? Int == 8)
    #expect(ticks.seconds == [1, 2, 4, 4, 1])
  }

  @Test("Child events arrive in the SDK's order with the previous sibling's key")
  func children() async throws {
    let query = root.child("list").queryOrdered(byChild: "rank")
    try await root.child("list").setValue([
      "a": ["rank": 1], "b": ["rank": 2], "c": ["rank": 3, "name": "x"],
    ])
    let added = Values(query.observe(.childAdded))
    let removed = Values(query.observe(.childRemoved))
    let moved = Values(query.observe(.childMoved))
    let changed = Values(query.observe(.childChanged))
    for key in ["a", "b", "c"] { #expect(try await added.next()?.key == key) }
    let first = await query.observeSingleEventAndPreviousSiblingKey(of: .childAdded)
    #expect(first.0.key == "a")
    #expect(first.1 == nil)
    // All iterators start before the first change.
    async let removal = removed.next()
    async let move = moved.next()
    async let change = changed.next()
    while ticks.seconds.count < 3 { await Task.yield() }
    try await root.child("list").updateChildValues([
      "a": Int?.none as Any, "b/rank": 9, "c/name": "y", "d": ["rank": 0],
    ])
    #expect(try await added.next()?.key == "d")
    #expect(try await removal?.tree == Tree(["rank": 1]))
    #expect(try await move?.key == "b")
    #expect(try await change?.key == "c")
    #expect(try await changed.next()?.key == "b")
  }

  @Test("An observed query with a limit drops children that leave its window")
  func window() async throws {
    try await root.setValue(["a": 1, "b": 2])
    let query = root.queryOrderedByKey().queryLimited(toLast: 2)
    var values = query.observe(.value).makeAsyncIterator()
    #expect(try await values.next()?.children.map(\.key) == ["a", "b"])
    try await root.child("0").setValue(0)
    try await root.child("c").setValue(3)
    #expect(try await values.next()?.children.map(\.key) == ["b", "c"])
  }

  @Test("Observers are called until their handle is removed")
  func handles() async throws {
    let (calls, continuation) = AsyncStream.makeStream(of: String.self)
    let shops = root.child("shops")
    let first = shops.observe(.value) { continuation.yield("value \($0.childrenCount)") }
    shops.observe(
      .childAdded,
      andPreviousSiblingKeyWith: { continuation.yield("\($0.key) after \($1 ?? "nobody")") }
    )
    var iterator = calls.makeAsyncIterator()
    #expect(await iterator.next() == "value 0")
    shops.removeObserver(withHandle: first)
    shops.removeObserver(withHandle: 999)
    try await shops.updateChildValues(["a": 1, "b": 2])
    #expect(await iterator.next() == "a after nobody")
    #expect(await iterator.next() == "b after a")
    shops.removeAllObservers()
    shops.observeSingleEvent(of: .value, with: { continuation.yield("once \($0.childrenCount)") })
    #expect(await iterator.next() == "once 2")
  }

  @Test("A single event returns the current value, or waits for the first child")
  func single() async throws {
    try await root.child("a").setValue(1)
    #expect(try await root.child("a").observeSingleEvent(of: .value).value as? Int == 1)
    async let first = root.child("list").observeSingleEvent(of: .childAdded)
    while ticks.seconds.isEmpty { await Task.yield() }
    try await root.child("list/x").setValue(2)
    #expect(try await first.key == "x")
  }

  @Test("An error ends an observation and is thrown when its snapshot is decoded")
  func failures() async throws {
    let lost = RealtimeDatabaseManager().shopsReference
    let message =
      "no environment is active; call EnvironmentProfiles.load(from:).activate(_:) first"
    #expect(await failure { for try await _ in lost.observe(.value) {} } == message)
    #expect(await failure { try await lost.observeSingleEvent(of: .value) } == message)
    let (snapshot, previous) = await lost.observeSingleEventAndPreviousSiblingKey(of: .value)
    #expect(!snapshot.exists())
    #expect(previous == nil)
    #expect(await failure { try snapshot.data(as: Int?.self) } == message)
    let (errors, continuation) = AsyncStream.makeStream(of: String.self)
    lost.observe(.value, with: { _ in }, withCancel: { continuation.yield("\($0)") })
    var iterator = errors.makeAsyncIterator()
    #expect(await iterator.next() == message)
    lost.observeSingleEvent(
      of: .value,
      with: { _ in },
      withCancel: { continuation.yield("once: \($0)") }
    )
    #expect(await iterator.next() == "once: \(message)")
  }

  @Test("Cancelling the task ends an observation without an error")
  func cancellation() async throws {
    let values = Values(root.child("a").observe(.value))
    _ = try await values.next()
    let task = Task { try await values.next() }
    while ticks.seconds.isEmpty { await Task.yield() }
    task.cancel()
    #expect(try await task.value?.key == nil)
  }

  @Test("An observer subscribes to a store that sends changes, including priorities")
  func native() async throws {
    let store = PriorityStore()
    let root = RealtimeDatabaseManager(databases: ["shops": store], pace: ticks.pace).shopsReference
    var values = root.child("a").observe(.value).makeAsyncIterator()
    #expect(try await values.next()?.exists() == false)
    try await store.set(Tree(1), at: "/a")
    #expect(try await values.next()?.value as? Int == 1)
    try await root.child("a").setPriority(3)
    let snapshot = try await values.next()
    #expect(snapshot?.value as? Int == 1)
    #expect(snapshot?.priority as? Int == 3)
    try await root.child("list").setValue(["x": 2, "y": 1], andPriority: 1)
    var top = root.child("list").queryOrderedByValue().queryLimited(toFirst: 1).observe(.value)
      .makeAsyncIterator()
    #expect(try await top.next()?.children.map(\.key) == ["y"])
    try await store.set(Tree(0), at: "/list/x")
    #expect(try await top.next()?.children.map(\.key) == ["x"])
    #expect(ticks.seconds.isEmpty)
  }
}
