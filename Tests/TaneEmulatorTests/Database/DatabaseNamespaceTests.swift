import TaneCore
import TaneTesting
import Testing

@testable import TaneEmulator

@Suite("Database namespaces")
struct DatabaseNamespaceTests {
  private struct Listener {
    let target: ListenTarget
    let format: ListenerFormat
    let inbox = Inbox()
    var replica = Replica()

    mutating func update() throws {
      switch format {
      case .eventStream: try replica.apply(events: inbox.drain())
      case .webSocket(let path, _): try replica.apply(webSocket: inbox.drain(), at: path)
      }
    }

    /// Returns the data that the client should have, given the whole database.
    func expected(of root: DatabaseNode?) -> FlatDatabase {
      let node = FlatDatabase(target.query.selection(from: root[target.path]).exportForm)
      return format == .eventStream(isExport: false) ? node.values : node
    }
  }

  private static func target(_ generator: inout NodeGenerator) -> ListenTarget {
    let path = generator.path(upTo: 2)
    guard generator.below(2) == 0 else { return ListenTarget(path: path) }
    var query = DatabaseQuery()
    query.index = [.key, .value, .priority, .child("a")][generator.below(4)]
    query.limit = generator.below(2) == 0 ? .first(2) : .last(2)
    if query.index != .key, generator.below(2) == 0, let value = ScalarValue(Tree(5)) {
      query.start = .init(value: value)
    }
    return ListenTarget(path: path, query: query)
  }

  private static func format(
    _ generator: inout NodeGenerator,
    _ path: TreePath
  ) -> ListenerFormat {
    switch generator.below(3) {
    case 0: .eventStream(isExport: false)
    case 1: .eventStream(isExport: true)
    default: .webSocket(path: path, tag: 1)
    }
  }

  /// Returns a random write, and applies it to a model of paths and values.
  private static func write(
    _ generator: inout NodeGenerator,
    _ model: inout FlatDatabase
  ) throws -> DatabaseWrite {
    let path = generator.path(upTo: 3)
    switch generator.below(5) {
    case 0:
      let keys = Set((0..<3).map { _ in generator.key() })
      var entries = keys.map { ($0, generator.data(depth: 1)) }
      if generator.below(2) == 0 { entries.append(("deep/er", generator.data(depth: 1))) }
      for (key, data) in entries {
        let keys = key.split(separator: "/").map(String.init)
        model.set(Tree(data), at: path.appending(TreePath(keys)))
      }
      return try .merge(Tree(.map(entries)), at: path)
    case 1:
      let data = Tree(generator.below(3) == 0 ? .null : generator.priority())
      model.set(data, at: path.appending(".priority"))
      return try .set(data, at: path.appending(".priority"))
    default:
      let data = Tree(generator.data(depth: 3))
      model.set(data, at: path)
      return try .set(data, at: path)
    }
  }

  @Test(
    "Database listeners, store and emulator have the same data after random writes",
    arguments: 0..<20
  )
  func agreement(seed: UInt64) async throws {
    var generator = NodeGenerator(seed: seed)
    let store = InMemoryTreeStore()
    let namespace = DatabaseNamespace(name: "demo", store: store) { 0 }
    var model = FlatDatabase()
    var listeners: [Listener] = []
    for _ in 0..<40 {
      if listeners.count < 8 {
        let target = Self.target(&generator)
        let listener = Listener(target: target, format: Self.format(&generator, target.path))
        _ = try await namespace.listen(to: target, as: listener.format) {
          [inbox = listener.inbox] in
          inbox.take($0)
        }
        listeners.append(listener)
      }
      let write = try Self.write(&generator, &model)
      _ = try await namespace.write(write)
      let root = try await namespace.node(at: .root)
      #expect(FlatDatabase(root.exportForm) == model, "\(write)")
      #expect(FlatDatabase(try await store.tree(at: .root)) == model, "\(write)")
      #expect(root.exportForm == (try await store.tree(at: .root)))
      for index in listeners.indices {
        try listeners[index].update()
        #expect(
          listeners[index].replica.data == listeners[index].expected(of: root),
          "\(listeners[index].target) \(listeners[index].format) after \(write.parts.map { "\($0.path) \(JSON($0.data))" })"
        )
      }
    }
  }

  @Test("Database listeners are not notified of unchanged data")
  func silence() async throws {
    let namespace = DatabaseNamespace(name: "demo", store: InMemoryTreeStore(Tree(["a": 1]))) { 0 }
    let inbox = Inbox()
    let path: TreePath = "/a"
    let listener = try await namespace.listen(
      to: ListenTarget(path: path),
      unlessHash: "YPVfR2bXt/lcDjiQZ1pOkUd3qnQ=",
      as: .webSocket(path: path, tag: nil)
    ) { inbox.take($0) }
    #expect(inbox.texts() == [#"{"t":"d","d":{"a":"d","b":{"p":"a","d":1}}}"#])
    _ = try await namespace.write(.set(Tree(1), at: "/a"))
    _ = try await namespace.write(.set(Tree(1), at: "/b"))
    #expect(inbox.texts() == [])
    await namespace.stopListening(listener)
    _ = try await namespace.write(.set(Tree(2), at: "/a"))
    #expect(inbox.texts() == [])
  }

  @Test("Database listeners that already have the data receive no initial message")
  func knownHash() async throws {
    let tree = Tree(["b": 1])
    let namespace = DatabaseNamespace(name: "demo", store: InMemoryTreeStore(tree)) { 0 }
    let inbox = Inbox()
    for hash in [NodeHash.of(.tree(tree)), ""] {
      _ = try await namespace.listen(
        to: ListenTarget(path: hash.isEmpty ? "/none" : .root),
        unlessHash: hash,
        as: .webSocket(path: .root, tag: nil)
      ) { inbox.take($0) }
    }
    #expect(inbox.texts() == [])
  }

  @Test("Writes that arrive while the store is busy are combined")
  func gathering() async throws {
    let store = CountingStore()
    let namespace = DatabaseNamespace(name: "demo", store: store) { 0 }
    let writes = try (0..<100).map { index in
      try DatabaseWrite.set(Tree([".sv": ["increment": 1]]), at: TreePath(["n\(index % 3)"]))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for write in writes { group.addTask { _ = try await namespace.write(write) } }
      try await group.waitForAll()
    }
    #expect(try await store.tree(at: .root) == Tree(["n0": 34, "n1": 33, "n2": 33]))
    #expect(await store.updateCount < 100)
  }

  @Test("All database listeners receive concurrent writes in the same order")
  func order() async throws {
    let namespace = DatabaseNamespace(name: "demo", store: CountingStore()) { 0 }
    let inboxes = [Inbox(), Inbox()]
    for inbox in inboxes {
      _ = try await namespace.listen(
        to: ListenTarget(path: "/a"),
        as: .webSocket(path: "/a", tag: nil)
      ) { inbox.take($0) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for client in 0..<4 {
        group.addTask {
          for number in 0..<25 {
            let data = Tree(["client": .integer(Int64(client)), "number": .integer(Int64(number))])
            _ = try await namespace.write(.set(data, at: "/a"))
          }
        }
      }
      try await group.waitForAll()
    }
    let told = inboxes.map { $0.texts() }
    #expect(told[0].count == 101)
    #expect(told[0] == told[1])
    for client in 0..<4 {
      let own = told[0].filter { $0.contains("\"client\":\(client),") }
      #expect(own.count == 25)
      #expect(own.enumerated().allSatisfy { $1.contains("\"number\":\($0)}") })
    }
  }

  @Test("A write that the store rejects is reverted and reported")
  func failure() async throws {
    let store = CountingStore()
    let namespace = DatabaseNamespace(name: "demo", store: store) { 0 }
    _ = try await namespace.write(.set(Tree(["a": 1]), at: .root))
    let inbox = Inbox()
    _ = try await namespace.listen(to: ListenTarget(path: .root), as: .eventStream(isExport: false))
    {
      inbox.take($0)
    }
    await store.fail()
    await #expect(
      throws: DatabaseFailure("Internal server error. (demo: the disk is full)", kind: .storeFailed)
    ) {
      try await namespace.write(.set(Tree(2), at: "/a"))
    }
    #expect(try await namespace.node(at: "/a") == .tree(Tree(1)))
    #expect(
      inbox.texts().map { $0.split(separator: "\n")[1] } == [
        #"data: {"path":"/","data":{"a":1}}"#,
        #"data: {"path":"/a","data":2}"#,
        #"data: {"path":"/","data":{"a":1}}"#,
      ]
    )
  }

  @Test("Listeners are revoked if the store cannot be read, until it can be again")
  func revocation() async throws {
    let store = CountingStore()
    let namespace = DatabaseNamespace(name: "demo", store: store) { 0 }
    let (inbox, reasons) = (Inbox(), Inbox())
    _ = try await namespace.listen(
      to: ListenTarget(path: .root),
      as: .eventStream(isExport: false),
      revoked: { reasons.take(Array($0.utf8)) }
    ) { inbox.take($0) }
    await store.fail(readingToo: true)
    await #expect(throws: DatabaseFailure.self) {
      try await namespace.write(.set(Tree(2), at: "/a"))
    }
    #expect(reasons.texts() == ["the data cannot be read: demo: the disk is full"])
    await #expect(throws: DatabaseFailure.self) { try await namespace.node(at: .root) }
    await store.recover()
    #expect(try await namespace.node(at: .root) == nil)
    _ = try await namespace.write(.set(Tree(3), at: "/a"))
    #expect(inbox.texts().count == 2)
  }
}

/// A store that counts updates and can be set to fail.
private actor CountingStore: TreeStore {
  private let store = InMemoryTreeStore(service: "demo")
  private var fails = false
  private var failsToRead = false
  private(set) var updateCount = 0

  func fail(readingToo: Bool = false) { (fails, failsToRead) = (true, readingToo) }

  func recover() { (fails, failsToRead) = (false, false) }

  func tree(at path: TreePath) async throws -> Tree {
    if failsToRead { throw StoreError(.unreadable, service: "demo", "the disk is gone") }
    return try await store.tree(at: path)
  }

  func childKeys(at path: TreePath) async throws -> [String] {
    try await store.childKeys(at: path)
  }

  func children(at path: TreePath, matching query: TreeQuery) async throws -> [TreeEntry] {
    try await store.children(at: path, matching: query)
  }

  func update(_ writes: [TreeWrite]) async throws {
    updateCount += 1
    // Other tasks can run here, as they can during disk access.
    await Task.yield()
    if fails { throw StoreError(.diskFull, service: "demo", "the disk is full") }
    try await store.update(writes)
  }
}
