import HTTPTypes
import TestSupport
import TaneCore
import TaneEmulator
import TaneTesting
import Testing

@testable import TaneServices

@Suite("Data too large for one request")
struct LargeDataTests {
  /// Returns a transport to an emulator with a limit of bytes per request, like the service's 256
  /// MB.
  private static func limited(_ store: InMemoryTreeStore, bytes: Int) -> TestTransport {
    let inner = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    return TestTransport { request, _ in
      if request.body.count > bytes {
        return .json(
          #"{"error":"Data to write exceeds the maximum size that can be modified with a single request."}"#,
          400
        )
      }
      let response = try await inner.send(request)
      var size = 0
      for try await chunk in response.body { size += chunk.count }
      guard size > bytes, request.method == .get else { return response }
      return .json(
        #"{"error":"Data requested exceeds the maximum size that can be accessed with a single request."}"#,
        400
      )
    }
  }

  private static let large: Tree = {
    let rows = (0..<200).map { index in
      (
        "row \(index)",
        TreeLiteral.map([("text", .string("\(index) " + String(repeating: "麺", count: 20)))])
      )
    }
    let deep = (0..<60).map { ("\($0)", TreeLiteral.string(String(repeating: "x", count: 50))) }
    return Tree(["rows": .map(rows), "deep": ["deeper": .map(deep), "flag": true], "count": 200])
  }()

  @Test("A large tree is read in parts", arguments: [3500, 5000, 20_000])
  func reading(limit: Int) async throws {
    let transport = Self.limited(InMemoryTreeStore(Self.large), bytes: limit)
    let database = try TestConnections.database(transport)
    #expect(try await database.tree(at: .root) == Self.large)
    #expect(transport.requests.count > 1)
    let entries = try await database.children(at: "/rows", matching: TreeQuery(order: .key))
    #expect(entries.count == 200)
  }

  @Test("The priority of a large node is read with its parts")
  func priority() async throws {
    let tree = Tree(["a": .string(String(repeating: "x", count: 400)), "b": 1, ".priority": 3])
    let database = try TestConnections.database(
      Self.limited(InMemoryTreeStore(Tree(["node": .tree(tree)])), bytes: 430)
    )
    #expect(try await database.tree(at: "/node") == tree)
  }

  @Test("A value too large for any response is an error")
  func largeString() async throws {
    let text = Tree(.string(String(repeating: "x", count: 400)))
    let transport = Self.limited(InMemoryTreeStore(Tree(["a": .tree(text)])), bytes: 100)
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).tree(at: "/a")
    }
    #expect(error?.code == .tooLarge)
    #expect(
      error?.message
        == "/a: the value exceeds the response limit of the Realtime Database, and has no children "
        + "to read one by one"
    )
  }

  @Test(
    "A large tree is written in parts, by size and when the service requires it",
    arguments: [
      (3000, 16_000_000), (1_000_000, 2000), (3000, 4000), (900, 700),
    ]
  )
  func writing(limit: Int, maximumRequestBytes: Int) async throws {
    let store = InMemoryTreeStore(Tree(["rows": ["old": 1], "deep": 2, "kept": 3]))
    let transport = Self.limited(store, bytes: limit)
    let database = try TestConnections.database(transport) {
      $0.maximumRequestBytes = maximumRequestBytes
    }
    try await database.update(
      Self.large.children.map { TreeWrite(path: TreePath([$0.key ?? ""]), value: $0) }
    )
    var expected = Self.large.children.map { ($0.key ?? "", TreeLiteral.tree($0)) }
    expected.append(("kept", 3))
    #expect(try await store.tree(at: .root) == Tree(.map(expected)))
    #expect(transport.requests.count > 2)
    try await database.set(Self.large, at: .root)
    #expect(try await store.tree(at: .root) == Self.large)
  }

  @Test(
    "A large node that replaces another is written child by child, without removing unchanged ones"
  )
  func replacing() async throws {
    let rows = (0..<100).map {
      ("row \($0)", TreeLiteral.string(String(repeating: "x", count: 50)))
    }
    let old = Tree(["rows": .map(rows + [("old", 1)]), "kept": 3])
    let new = Tree(["rows": .map(rows.dropLast() + [("new", 2)]), "kept": 3])
    let store = InMemoryTreeStore(old)
    let transport = Self.limited(store, bytes: 10_000)
    let database = try TestConnections.database(transport) { $0.maximumRequestBytes = 1000 }
    try await database.update([
      TreeWrite(path: "/rows", value: try #require(new["rows"]), expected: old["rows"])
    ])
    #expect(try await store.tree(at: .root) == new)
    let writes = transport.requests.filter { $0.method != .get }
    #expect(
      writes.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"new":2,"old":null,"row 99":null}"#
      ]
    )
  }

  @Test("A large node is removed in parts")
  func removing() async throws {
    let store = InMemoryTreeStore(Tree(["a": .tree(Self.large), "b": 1]))
    let inner = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let transport = TestTransport { request, _ in
      let isLarge = request.method == .delete && request.url.contains("/a.json")
      let rows = try await store.childKeys(at: "/a/rows")
      if isLarge, !rows.isEmpty {
        return .json(#"{"error":"Data to write exceeds the maximum size …"}"#, 400)
      }
      return try await inner.send(request)
    }
    try await TestConnections.database(transport).remove(at: "/a")
    #expect(try await store.tree(at: .root) == Tree(["b": 1]))
  }

  @Test("A failure after the first request reports it as partly made")
  func partly() async throws {
    let inner = EmulatorTransport(service: TestConnections.databaseEmulator())
    let transport = TestTransport { request, number in
      if number == 2 { throw TransportFailure.closed }
      return try await inner.send(request)
    }
    let database = try TestConnections.database(transport) { $0.maximumRequestWrites = 2 }
    let error = await #expect(throws: StoreError.self) {
      try await database.update(
        (0..<6).map { TreeWrite(path: TreePath(["\($0)"]), value: Tree(1)) }
      )
    }
    #expect(
      error?.message
        == "PATCH /.json?ns=demo&print=silent: 127.0.0.1:9000 closed the connection before the "
        + "response was complete; try again; 2 requests of this update, which is too large for one "
        + "request, had been sent: run it again to complete it"
    )
    #expect(error?.outcome == .unknown)
  }

  @Test("Any split of any update writes the same tree", arguments: 0..<60)
  func batches(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let tree = Self.tree(&random, depth: 4)
    let writes = tree.children.map { child in
      UpdateBatches.Piece(path: TreePath(["top", child.key ?? ""]), value: child)
    }
    let bytes = Int.random(in: 10...400, using: &random)
    let count = Int.random(in: 1...5, using: &random)
    let batches = UpdateBatches(of: writes, bytes: bytes, count: count)
    let store = InMemoryTreeStore(
      Tree(["top": ["0": ["old": 1], "1": "old", "2": ["0": ["x": 2]]]])
    )
    let reference = InMemoryTreeStore(try await store.tree(at: .root))
    try await reference.update(writes.map { TreeWrite(path: $0.path, value: $0.value) })
    for batch in batches {
      #expect(!batch.pieces.isEmpty && batch.pieces.count <= count)
      // The store rejects overlapping writes.
      try await store.update(batch.pieces.map { TreeWrite(path: $0.path, value: $0.value) })
    }
    #expect(try await store.tree(at: .root) == reference.tree(at: .root))
  }

  private static func tree(_ random: inout SeededGenerator, depth: Int) -> Tree {
    Tree(literal(&random, depth: depth))
  }

  private static func literal(_ random: inout SeededGenerator, depth: Int) -> TreeLiteral {
    let kind = depth == 4 ? 9 : Int.random(in: 0..<10, using: &random)
    if depth == 0 || kind < 3 {
      let scalars: [TreeLiteral] = [.null, 1, "text", true, .list([]), .map([])]
      return scalars[Int.random(in: 0..<scalars.count, using: &random)]
    }
    let children = (0..<Int.random(in: 1...6, using: &random)).map { index in
      ("\(index)", literal(&random, depth: depth - 1))
    }
    return kind < 5 ? .list(children.map(\.1)) : .map(children)
  }
}
