import HTTPTypes
import TaneCore
import TaneServices
import TaneTesting
import Testing

@Suite("Conditional writes, transactions and requests")
struct ConditionTests {
  private static func recorder(_ tree: Tree = .null) -> (InMemoryTreeStore, TestTransport) {
    let store = InMemoryTreeStore(tree)
    let inner = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    return (store, TestTransport { request, _ in try await inner.send(request) })
  }

  private static func lines(_ transport: TestTransport) -> [String] {
    transport.requests.map { request in
      let tag = request.fields[.ifMatch].map { $0 == "null_etag" ? " if \($0)" : " if TAG" } ?? ""
      return "\(request.method.rawValue) \(request.target) \(request.text)\(tag)"
    }
  }

  @Test("Database writes use as few requests as possible")
  func requests() async throws {
    let (_, transport) = Self.recorder()
    let database = try TestConnections.database(transport) { $0.disablesTriggers = true }
    try await database.set(Tree(["店 1": [1, nil, 2.5]]), at: "/a/b c")
    try await database.update([
      TreeWrite(path: "/a/b/c", value: Tree(.serverTimestamp)),
      TreeWrite(path: "/a/d", value: .null), TreeWrite(path: "/a/b/e f", value: Tree("x")),
    ])
    try await database.remove(at: "/a/d")
    #expect(
      Self.lines(transport) == [
        #"PUT /a/b%20c.json?ns=demo&print=silent&disableTriggers=true {"店 1":[1,null,2.5]}"#,
        #"PATCH /a.json?ns=demo&print=silent&disableTriggers=true"#
          + #" {"b/c":{".sv":"timestamp"},"d":null,"b/e f":"x"}"#,
        "DELETE /a/d.json?ns=demo&disableTriggers=true ",
      ]
    )
  }

  @Test("A single database write with an expected value is one conditional request")
  func single() async throws {
    let (store, transport) = Self.recorder()
    let database = try TestConnections.database(transport)
    try await database.update([TreeWrite(path: "/a", value: Tree(1), expected: .null)])
    try await database.update([TreeWrite(path: "/a", value: Tree(2), expected: Tree(1.0))])
    #expect(try await store.tree(at: .root) == Tree(["a": 2]))
    #expect(
      Self.lines(transport) == [
        "PUT /a.json?ns=demo 1 if null_etag", "GET /a.json?ns=demo&format=export ",
        "PUT /a.json?ns=demo 2 if TAG",
      ]
    )
  }

  /// Returns a store and a transport to a database that supports neither ETags nor conditions.
  private static func untagged(_ tree: Tree) -> (InMemoryTreeStore, TestTransport) {
    let store = InMemoryTreeStore(tree)
    let inner = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let transport = TestTransport { request, _ in
      let plain = TransportRequest(request.method, request.url, body: request.body)
      let response = try await inner.send(plain)
      var fields = response.fields
      fields[.eTag] = nil
      return TransportResponse(response.status, fields: fields, body: response.body)
    }
    return (store, transport)
  }

  @Test("A database without ETags is read right before one write")
  func untagged() async throws {
    let (store, transport) = Self.untagged(Tree(["a": 1]))
    let database = try TestConnections.database(transport)
    let write = TreeWrite(path: "/a", value: Tree(2), expected: Tree(1))
    #expect(database.guarantee(of: [write]) == .checked)
    try await database.update([write])
    #expect(database.guarantee(of: [write]) == .together)
    let error = await #expect(throws: StoreError.self) { try await database.update([write]) }
    #expect(error?.code == .conflict)
    try await database.update([TreeWrite(path: "/b", value: Tree(3), expected: .null)])
    try await database.update([TreeWrite(path: "/a", value: .null, expected: Tree(2))])
    #expect(try await store.tree(at: .root) == Tree(["b": 3]))
    #expect(
      Self.lines(transport) == [
        "GET /a.json?ns=demo&format=export ", "PUT /a.json?ns=demo&print=silent 2",
        "GET /a.json?ns=demo&format=export ", "GET /b.json?ns=demo&shallow=true ",
        "PUT /b.json?ns=demo&print=silent 3", "GET /a.json?ns=demo&format=export ",
        "DELETE /a.json?ns=demo ",
      ]
    )
  }

  @Test("A concurrent change before a conditional database write is a conflict")
  func race() async throws {
    let store = InMemoryTreeStore(Tree(["a": 1]))
    let inner = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let other = try TestConnections.database(inner)
    let transport = TestTransport { request, number in
      // Another client writes just before the conditional request.
      if request.method == .put, number == 1 { try await other.set(Tree(5), at: "/a") }
      return try await inner.send(request)
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).update([
        TreeWrite(path: "/a", value: Tree(2), expected: Tree(1))
      ])
    }
    #expect(error?.code == .conflict)
    #expect(error?.message == "the current value at /a is not the expected value")
    #expect(try await store.tree(at: "/a") == Tree(5))
  }

  @Test("Values that others add below new nodes in the meantime are kept")
  func addedBeside() async throws {
    let store = InMemoryTreeStore(Tree(["kept": 1]))
    let inner = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let other = try TestConnections.database(inner)
    let transport = TestTransport { request, _ in
      if request.method == .patch { try await other.set(Tree("theirs"), at: "/a/x") }
      return try await inner.send(request)
    }
    let database = try TestConnections.database(transport)
    let writes = [
      TreeWrite(path: "/a", value: Tree(["b": ["c": 1], "d": [2, 3]]), expected: .null),
      TreeWrite(path: "/e", value: Tree(["f": 4]), expected: Tree("scalar")),
    ]
    try await store.set(Tree("scalar"), at: "/e")
    #expect(database.guarantee(of: writes) == .together)
    try await database.update(writes)
    #expect(
      try await store.tree(at: .root)
        == Tree([
          "kept": 1, "a": ["b": ["c": 1], "d": ["0": 2, "1": 3], "x": "theirs"], "e": ["f": 4],
        ])
    )
    #expect(
      transport.requests.last?.text == #"{"a/b/c":1,"a/d/0":2,"a/d/1":3,"e/f":4}"#
    )
  }

  @Test("The guarantee of database writes depends on their number and limits")
  func guarantees() throws {
    let (_, transport) = Self.recorder(.null)
    let database = try TestConnections.database(transport) { $0.maximumRequestWrites = 2 }
    func writes(_ count: Int) -> [TreeWrite] {
      (0..<count).map { TreeWrite(path: TreePath(["\($0)"]), value: Tree(1), expected: .null) }
    }
    #expect(database.guarantee(of: writes(1)) == .checked)
    #expect(database.guarantee(of: writes(2)) == .together)
    #expect(database.guarantee(of: writes(3)) == .inParts)
    #expect(transport.requests.isEmpty)
  }

  @Test("Values expected to be absent need one small request for each node above them")
  func manyAbsent() async throws {
    let (_, transport) = Self.recorder(Tree(["rows": ["7": 1, "e\u{301}": 2]]))
    let database = try TestConnections.database(transport)
    let writes = (10..<40).map { index in
      TreeWrite(path: TreePath(["rows", "\(index)"]), value: Tree(1), expected: .null)
    }
    // This key differs only in its Unicode normalization, so no value is there.
    let accent = TreeWrite(path: TreePath(["rows", "\u{E9}"]), value: Tree(1), expected: .null)
    try await database.update(writes + [accent])
    #expect(transport.requests.map(\.method) == [.get, .patch])
    #expect(transport.requests.first?.target == "/rows.json?ns=demo&shallow=true")
    let error = await #expect(throws: StoreError.self) {
      try await database.update(
        writes.map { TreeWrite(path: TreePath(["new"]).appending($0.path), value: Tree(1)) }
          + writes
          + [TreeWrite(path: "/rows/7", value: Tree(2), expected: Tree(2))]
      )
    }
    #expect(
      error?.message
        == "the current values at /rows/10, /rows/11, /rows/12 and 28 more are not the "
        + "expected values"
    )
    #expect(error?.paths.count == 31)
  }

  @Test("A database value whose ETag still matches is not sent again")
  func unchanged() async throws {
    let (_, transport) = Self.recorder(Tree(["a": ["b": 1]]))
    let database = try TestConnections.database(transport)
    let first = try #require(try await database.taggedTree(at: "/a"))
    #expect(first.value == Tree(["b": 1]))
    #expect(try await database.taggedTree(at: "/a", unlessTagged: first.tag) == nil)
    try await database.set(Tree(2), at: "/a/b")
    #expect(
      try await database.taggedTree(at: "/a", unlessTagged: first.tag)?.value == Tree(["b": 2])
    )
  }

  @Test("A tree from a service has no position in a file")
  func places() async throws {
    let (_, transport) = Self.recorder(Tree(["a": ["b": "text"]]))
    let tree = try await TestConnections.database(transport).tree(at: .root)
    #expect(tree == Tree(["a": ["b": "text"]]))
    #expect(tree.position == nil)
    #expect(tree["a"]?["b"]?.position == nil)
    #expect(tree["a"]?.keyPosition == nil)
    #expect(tree.fileName == nil)
  }

  @Test("Database priorities are read back as written")
  func priorities() async throws {
    let (_, transport) = Self.recorder()
    let database = try TestConnections.database(transport)
    let tree = Tree(["a": [".value": 1, ".priority": "x"], "b": ["c": 2, ".priority": 3]])
    try await database.set(tree, at: "/node")
    #expect(try await database.tree(at: "/node") == tree)
    try await database.update([TreeWrite(path: "/node/a", value: Tree(9), expected: tree["a"])])
    #expect(try await database.tree(at: "/node/a") == Tree(9))
  }
}
