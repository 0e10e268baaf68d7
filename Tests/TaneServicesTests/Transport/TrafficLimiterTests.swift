import HTTPTypes
import Synchronization
import TaneCore
import Testing

@testable import TaneServices

@Suite("Traffic limits")
struct TrafficLimiterTests {
  @Test("The traffic limit spreads bytes over the allowed time")
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

  @Test("No more requests than allowed run concurrently, and all are answered")
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

  @Test("A task that is cancelled while waiting makes room for others")
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

  @Test("A throttled service receives half as many requests, and more as it recovers")
  func adaptation() async throws {
    let clock = TestClock()
    let limiter = TrafficLimiter(requests: 8, bytesPerMinute: 600, clock: clock.clock)
    await limiter.slowDown(for: .seconds(3))
    // Requests that were in progress at the same time are throttled as well, which counts only
    // once.
    await limiter.slowDown(for: .seconds(5))
    #expect(await limiter.allowedRequests == 4)
    #expect(await limiter.share == 0.5)
    try await limiter.acquire(bytes: 10)
    #expect(clock.waits == [.seconds(5)])
    await limiter.leave(wasServed: true)
    // At half the rate, 10 bytes take two seconds.
    try await limiter.acquire(bytes: 10)
    #expect(clock.waits == [.seconds(5), .seconds(2)])
    await limiter.leave(wasServed: false)
    #expect(await limiter.allowedRequests == 4)
    for _ in 0..<3 {
      try await limiter.acquire(bytes: 0)
      await limiter.leave(wasServed: true)
    }
    #expect(await limiter.allowedRequests == 5)
    #expect(await limiter.share == 0.625)
    for _ in 0..<40 {
      try await limiter.acquire(bytes: 0)
      await limiter.leave(wasServed: true)
    }
    #expect(await limiter.allowedRequests == 8)
    #expect(await limiter.share == 1)
    for _ in 0..<10 {
      await limiter.slowDown(for: .seconds(1))
      clock.advance(by: .seconds(1))
    }
    #expect(await limiter.allowedRequests == 1)
    #expect(await limiter.share == 1.0 / 64)
  }

  @Test("Throttling by one service slows down all clients that share the limits")
  func shared() async throws {
    let clock = TestClock()
    let busy = TestTransport { _, number in
      number == 0 ? .json("{}", 429, [.retryAfter: "9"]) : TransportResponse(204)
    }
    var connection = TestConnections.connection(busy, clock: clock)
    connection.limiter = TrafficLimiter(requests: 8, clock: clock.clock)
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
      connection: connection
    )
    try await database.set(Tree(1), at: "/a")
    #expect(clock.waits == [.seconds(9)])
    #expect(await connection.limiter.allowedRequests == 4)
  }

  @Test("Retry-After may be a date")
  func date() async throws {
    // 1,700,000,000 seconds since 1970 are Tue, 14 Nov 2023 22:13:20 GMT.
    let clock = TestClock(start: 1_700_000_000)
    let transport = TestTransport { _, number in
      number == 0
        ? .json("{}", 503, [.retryAfter: "Tue, 14 Nov 2023 22:13:31 GMT"]) : .json("1")
    }
    let database = try TestConnections.database(transport, clock: clock)
    #expect(try await database.tree(at: "/a") == Tree(1))
    #expect(clock.waits == [.seconds(10), .seconds(1)])
  }
}
