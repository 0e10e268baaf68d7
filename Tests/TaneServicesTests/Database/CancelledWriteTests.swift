import HTTPTypes
import TaneCore
import TaneServices
import TaneTesting
import Testing

@Suite("Cancelled writes")
struct CancelledWriteTests {
  private static let writes = [
    TreeWrite(path: "/a", value: Tree(7), expected: Tree(1)),
    TreeWrite(path: "/d", value: Tree("new"), expected: .null),
  ]

  /// Updates a store in a task that is canceled during the first request that writes.
  private static func update(
    _ store: InMemoryTreeStore,
    maximumRequestWrites: Int = 10,
    _ serve:
      @escaping @Sendable (_ serve: () async throws -> TransportResponse) async throws ->
      TransportResponse
  ) async -> Result<Void, any Error> {
    let emulator = EmulatorTransport(service: TestConnections.databaseEmulator(store))
    let underWay = AsyncStream.makeStream(of: Void.self)
    let cancelled = AsyncStream.makeStream(of: Void.self)
    let transport = TestTransport { request, _ in
      guard request.method != .get else { return try await emulator.send(request) }
      underWay.continuation.finish()
      for await _ in cancelled.stream {}
      return try await serve { try await emulator.send(request) }
    }
    let task = Task {
      try await TestConnections.database(transport) {
        $0.maximumRequestWrites = maximumRequestWrites
      }
      .update(writes)
    }
    for await _ in underWay.stream {}
    task.cancel()
    cancelled.continuation.finish()
    return await task.result
  }

  @Test("A cancelled database write awaits the response of its current request")
  func made() async throws {
    let store = InMemoryTreeStore(Tree(["a": 1]))
    try await Self.update(store) { serve in try await serve() }.get()
    #expect(try await store.tree(at: .root) == Tree(["a": 7, "d": "new"]))
  }

  @Test("A cancelled database write without a response is verified by reading")
  func lost() async throws {
    let store = InMemoryTreeStore(Tree(["a": 1]))
    try await Self.update(store) { serve in
      _ = try await serve()
      throw TransportFailure.closed
    }.get()
    #expect(try await store.tree(at: .root) == Tree(["a": 7, "d": "new"]))
  }

  @Test("A cancelled database write that was not made is not retried and reports so")
  func notMade() async throws {
    let store = InMemoryTreeStore(Tree(["a": 1]))
    let result = await Self.update(store) { _ in throw TransportFailure.closed }
    let error = #expect(throws: StoreError.self) { try result.get() }
    #expect(error?.outcome == .nothingWritten)
    #expect(try await store.tree(at: .root) == Tree(["a": 1]))
  }

  @Test("A database write cancelled between requests reports which were made")
  func partly() async throws {
    let store = InMemoryTreeStore(Tree(["a": 1]))
    let result = await Self.update(store, maximumRequestWrites: 1) { serve in try await serve() }
    let error = #expect(throws: StoreError.self) { try result.get() }
    #expect(error?.code == .cancelled)
    #expect(error?.outcome == .partlyWritten)
    #expect(
      error?.message
        == "canceled before all requests were sent; 1 request of this update, which is too large "
        + "for one request, had been sent: run it again to complete it"
    )
    #expect(try await store.tree(at: .root) == Tree(["a": 7]))
  }
}
