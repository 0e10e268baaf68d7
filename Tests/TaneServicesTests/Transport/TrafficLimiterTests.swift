import Synchronization
import TaneCore
import TaneServices
import Testing

@Suite("TrafficLimiter")
struct TrafficLimiterTests {
  @Test("bytes are spread over the minutes that they may take")
  func rate() async throws {
    let clock = TestClock()
    let transport = TestTransport([TransportResponse(204)])
    var connection = TestConnections.connection(transport, clock: clock)
    connection.limiter = TrafficLimiter(bytesPerMinute: 60, clock: clock.clock)
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
      connection: connection
    )
    for _ in 0..<3 { try await database.set(Tree("12345678"), at: "/a") }
    #expect(clock.waits == [.seconds(10), .seconds(10)])
  }

  @Test("no more requests than allowed are under way, and all are answered")
  func concurrency() async throws {
    let state = Mutex((now: 0, most: 0))
    let transport = TestTransport { _, _ in
      state.withLock { state in
        state.now += 1
        state.most = max(state.most, state.now)
      }
      for _ in 0..<10 { await Task.yield() }
      state.withLock { $0.now -= 1 }
      return .json("1")
    }
    var connection = TestConnections.connection(transport)
    connection.limiter = TrafficLimiter(requests: 3)
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
      connection: connection
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<30 {
        group.addTask { _ = try await database.tree(at: TreePath(["\(index)"])) }
      }
      try await group.waitForAll()
    }
    #expect(transport.requests.count == 30)
    #expect(state.withLock { $0.most } <= 3)
  }

  @Test("a task that loses interest while it waits makes room for the others")
  func cancellation() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let transport = TestTransport { _, number in
      arrived.yield()
      if number == 0 { for await _ in gate {} }
      return .json("1")
    }
    var connection = TestConnections.connection(transport)
    connection.limiter = TrafficLimiter(requests: 1)
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
      connection: connection
    )
    let first = Task { try await database.tree(at: "/a") }
    for await _ in arrivals { break }
    let second = Task { try await database.tree(at: "/b") }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    opening.finish()
    #expect(try await first.value == Tree(1))
    #expect(try await database.tree(at: "/c") == Tree(1))
    #expect(transport.requests.count == 2)
  }
}
