import HTTPTypes
import TaneCore
import TaneServices
import TaneTesting
import Testing

@Suite("Verification of writes without a response")
struct ConfirmingTests {
  private static let old = Tree(["a": 1, "b": ["c": 2], "other": true])

  private static let writes = [
    TreeWrite(path: "/a", value: Tree(7), expected: Tree(1)),
    TreeWrite(path: "/b/c", value: .null, expected: Tree(2)),
    TreeWrite(path: "/d", value: Tree("new"), expected: .null),
  ]

  private static let new = Tree(["a": 7, "d": "new", "other": true])

  /// Returns a transport to an emulator, in which a function handles the requests that write.
  private static func faulty(
    _ store: InMemoryTreeStore,
    _ fault:
      @escaping @Sendable (_ write: Int, _ serve: () async throws -> TransportResponse)
      async throws -> TransportResponse
  ) -> TestTransport {
    let emulator = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let count = Counter()
    return TestTransport { request, _ in
      guard request.method != .get else { return try await emulator.send(request) }
      return try await fault(count.next()) { try await emulator.send(request) }
    }
  }

  @Test("A database write that was made is neither repeated nor a conflict")
  func made() async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { _, serve in
      _ = try await serve()
      throw TransportFailure.closed
    }
    try await TestConnections.database(transport).update(Self.writes)
    #expect(try await store.tree(at: .root) == Self.new)
    #expect(transport.requests.count { $0.method == .patch } == 1)
  }

  @Test("A database write that was not made is repeated", arguments: [500, 502, nil] as [Int?])
  func notMade(status: Int?) async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { write, serve in
      if write > 2 { return try await serve() }
      guard let status else { throw TransportFailure.closed }
      return TransportResponse(status)
    }
    let clock = TestClock()
    try await TestConnections.database(transport, clock: clock).update(Self.writes)
    #expect(try await store.tree(at: .root) == Self.new)
    #expect(transport.requests.count { $0.method == .patch } == 3)
    #expect(clock.waits == [.milliseconds(500), .seconds(1)])
  }

  @Test("A database write that is never made reports that nothing was written")
  func neverMade() async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { _, _ in throw TransportFailure.closed }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).update(Self.writes)
    }
    #expect(error?.code == .unreachable)
    #expect(error?.outcome == .nothingWritten)
    #expect(transport.requests.count { $0.method == .patch } == 5)
    #expect(try await store.tree(at: .root) == Self.old)
  }

  @Test("A database write that timed out may still arrive, so its outcome is unknown")
  func timedOut() async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { _, _ in
      throw TransportFailure(.timedOut, mayHaveArrived: true)
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).update(Self.writes)
    }
    #expect(error?.outcome == .unknown)
    #expect(try await store.tree(at: .root) == Self.old)
  }

  @Test("A value that changes while a database write waits is a conflict", arguments: [429, 503])
  func changedWhileWaiting(status: Int) async throws {
    let store = InMemoryTreeStore(Self.old)
    let emulator = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let other = try TestConnections.database(emulator)
    let count = Counter()
    let transport = TestTransport { request, _ in
      guard request.method != .get, count.next() == 1 else {
        return try await emulator.send(request)
      }
      try await other.set(Tree("others"), at: "/a")
      return TransportResponse(status)
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport, clock: TestClock()).update(Self.writes)
    }
    #expect(error?.code == .conflict)
    #expect(error?.outcome == .nothingWritten)
    #expect(try await store.tree(at: "/a") == Tree("others"))
    #expect(transport.requests.count { $0.method == .patch } == 1)
  }

  @Test("Only the missing requests of a large database update are repeated")
  func partly() async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { write, serve in
      if write == 2 { throw TransportFailure.closed }
      return try await serve()
    }
    let database = try TestConnections.database(transport) { $0.maximumRequestWrites = 1 }
    try await database.update(Self.writes)
    #expect(try await store.tree(at: .root) == Self.new)
  }

  @Test("Values that others have written since are kept, and the outcome is unknown")
  func others() async throws {
    let store = InMemoryTreeStore(Self.old)
    let emulator = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let other = try TestConnections.database(emulator)
    let transport = TestTransport { request, _ in
      guard request.method != .get else { return try await emulator.send(request) }
      try await other.set(Tree("others"), at: "/a")
      throw TransportFailure.closed
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).update(Self.writes)
    }
    #expect(error?.outcome == .unknown)
    #expect(try await store.tree(at: "/a") == Tree("others"))
    #expect(try await store.tree(at: "/d") == .null)
  }

  @Test("Database writes without expected values are made once, and the outcome is unknown")
  func unconditional() async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { _, _ in throw TransportFailure.closed }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).update(
        Self.writes.map { TreeWrite(path: $0.path, value: $0.value) }
      )
    }
    #expect(error?.outcome == .unknown)
    #expect(transport.requests.count == 1)
  }

  @Test("Invalid JSON in response to a database write is not a success")
  func brokenJSON() async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { write, serve in
      write == 1 ? TransportResponse(200, bytes: Array(#"{"status":"ok""#.utf8)) : try await serve()
    }
    try await TestConnections.database(transport).update(Self.writes)
    #expect(try await store.tree(at: .root) == Self.new)
  }

  @Test("An HTML page in response to a database write is not a success")
  func page() async throws {
    let store = InMemoryTreeStore(Self.old)
    let transport = Self.faulty(store) { _, _ in
      TransportResponse(200, fields: [.contentType: "text/html"], bytes: Array("<html>".utf8))
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).update(Self.writes)
    }
    #expect(error?.code == .invalidResponse)
    #expect(error?.outcome == .nothingWritten)
    #expect(
      error?.message
        == "PATCH /.json?ns=demo&print=silent: an HTML page was returned instead of data; check "
        + "the URL, and whether a proxy or a login page responds in the service's place"
    )
  }
}
