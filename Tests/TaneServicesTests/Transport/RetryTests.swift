import HTTPTypes
import Synchronization
import TaneCore
import TaneServices
import Testing

@Suite("Retries of requests")
struct RetryTests {
  @Test("A read is retried after temporary failures with growing delays")
  func reads() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      switch number {
      case 0: throw TransportFailure.closed
      case 1: throw TransportFailure(.timedOut, mayHaveArrived: true)
      case 2: return .json("{}", 500)
      case 3: return .json("{}", 504)
      default: return .json("42")
      }
    }
    let database = try TestConnections.database(transport, clock: clock)
    #expect(try await database.tree(at: "/a") == Tree(42))
    #expect(transport.requests.count == 5)
    #expect(
      clock.waits == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]
    )
  }

  @Test(
    "A read that always fails is abandoned with an explanation of the cause",
    arguments: [
      (
        TransportFailure.Reason.closed,
        "127.0.0.1:9000 closed the connection before the response was complete;"
          + " try again", 5
      ),
      (.timedOut, "127.0.0.1:9000 did not respond in time; try again, or check the network", 5),
      (
        .noConnection("connection refused"),
        "cannot connect to 127.0.0.1:9000 (connection refused); check that the server is running "
          + "and that the network works", 2
      ),
      (
        .unknownHost,
        "the host 127.0.0.1:9000 is unknown; check the URL in the profile and the network", 1
      ),
      (
        .encryption("handshake failed"),
        "cannot establish an encrypted connection to 127.0.0.1:9000 (handshake failed); check the "
          + "URL, this machine's clock and whether a proxy intercepts the traffic", 1
      ),
      (
        .proxy("407"),
        "the proxy rejected the request or cannot be reached (407); check HTTPS_PROXY and "
          + "NO_PROXY", 1
      ),
    ]
  )
  func unreachable(reason: TransportFailure.Reason, words: String, attempts: Int) async throws {
    let transport = TestTransport { _, _ in throw TransportFailure(reason, mayHaveArrived: true) }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).tree(at: "/a")
    }
    #expect(
      error
        == StoreError(
          .unreachable,
          service: "shops (http://127.0.0.1:9000?ns=demo)",
          "GET /a.json?ns=demo&format=export: \(words)"
        )
    )
    #expect(transport.requests.count == attempts)
  }

  @Test("A truncated response is read again")
  func brokenBody() async throws {
    let transport = TestTransport { _, number in
      switch number {
      case 0: .parts([#"{"a":"#], failure: .closed)
      case 1: .parts([#"{"a":1"#], [.contentLength: "7"])
      default: .parts([#"{"a":"#, "1}"], [.contentLength: "7"])
      }
    }
    #expect(try await TestConnections.database(transport).tree(at: .root) == Tree(["a": 1]))
    #expect(transport.requests.count == 3)
  }

  @Test("A write is retried if it was not attempted")
  func writes() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      switch number {
      case 0: throw TransportFailure.refused
      case 1: return .json("{}", 503)
      case 2: return .json("{}", 429, [.retryAfter: "7"])
      default: return TransportResponse(204)
      }
    }
    try await TestConnections.database(transport, clock: clock).set(Tree(1), at: "/a")
    #expect(transport.requests.count == 4)
    #expect(clock.waits == [.milliseconds(500), .seconds(1), .seconds(7)])
  }

  @Test("A write that may have been made is not retried, and the error says so")
  func ambiguousWrites() async throws {
    let closed = TestTransport { _, _ in throw TransportFailure.closed }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(closed).update([
        TreeWrite(path: "/a/b", value: Tree(1)), TreeWrite(path: "/a/c", value: Tree(2)),
      ])
    }
    #expect(closed.requests.count == 1)
    #expect(
      error?.message
        == "PATCH /a.json?ns=demo&print=silent: 127.0.0.1:9000 closed the connection before the"
        + " response was complete; try again"
    )
    #expect(error?.outcome == .unknown)
    #expect(
      error?.description
        == "shops (http://127.0.0.1:9000?ns=demo): PATCH /a.json?ns=demo&print=silent: "
        + "127.0.0.1:9000 closed the connection before the response was complete; try again; the "
        + "write may have been applied: compare before writing again"
    )
    let failing = TestTransport([.json(#"{"error":"Internal server error."}"#, 500)])
    let second = await #expect(throws: StoreError.self) {
      try await TestConnections.database(failing).remove(at: "/a")
    }
    #expect(failing.requests.count == 1)
    #expect(
      second?.message
        == "DELETE /a.json?ns=demo: Internal server error. (status 500); try again"
    )
    #expect(second?.code == .unavailable)
    #expect(second?.outcome == .unknown)
  }

  @Test("A busy service is abandoned after five attempts")
  func busy() async throws {
    let transport = TestTransport([.json(#"{"error":"unavailable"}"#, 503)])
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport).set(Tree(1), at: "/a")
    }
    #expect(transport.requests.count == 5)
    #expect(error?.code == .unavailable)
    #expect(error?.outcome == .nothingWritten)
    #expect(
      error?.message
        == "PUT /a.json?ns=demo&print=silent: unavailable (status 503); try again later"
    )
  }

  @Test("A conditional write that was made without a response is a success")
  func conditionalWrites() async throws {
    let transport = TestTransport { request, number in
      switch (request.method, number) {
      case (.put, 0): throw TransportFailure.closed
      case (.put, _): .json("7", 412)
      default: .json("7", 200, [.eTag: "tag"])
      }
    }
    let database = try TestConnections.database(transport)
    try await database.update([TreeWrite(path: "/a", value: Tree(7), expected: .null)])
    #expect(transport.requests.map(\.method) == [.put, .put, .get])
    #expect(transport.requests.first?.fields[.ifMatch] == "null_etag")
    let conflict = await #expect(throws: StoreError.self) {
      try await TestConnections.database(
        TestTransport { request, number in
          if request.method == .put, number == 0 { throw TransportFailure.closed }
          return .json("8", request.method == .put ? 412 : 200, [.eTag: "tag"])
        }
      ).update([TreeWrite(path: "/a", value: Tree(7), expected: .null)])
    }
    #expect(conflict?.code == .conflict)
    #expect(conflict?.paths == ["/a"])
  }

  @Test("A cancelled delay ends at once")
  func cancellation() async throws {
    let transport = TestTransport { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      throw TransportFailure.closed
    }
    let task = Task { try await TestConnections.database(transport).tree(at: "/a") }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(transport.requests.count == 1)
  }

  @Test("A silent service is waited for once until the time limit")
  func silence() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, _ in
      clock.advance(by: .milliseconds(120_500))
      throw TransportFailure(.timedOut, mayHaveArrived: true)
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport, clock: clock).tree(at: "/a")
    }
    #expect(transport.requests.count == 1)
    #expect(
      error?.message
        == "GET /a.json?ns=demo&format=export: 127.0.0.1:9000 did not respond in time; try again, "
        + "or check the network; 121 s without progress (--timeout, limits.timeout)"
    )
  }

  @Test("A write without a response is verified and not repeated after the time limit")
  func silentWrites() async throws {
    let clock = TestClock()
    let transport = TestTransport { request, _ in
      guard request.method == .get else {
        clock.advance(by: .seconds(121))
        throw TransportFailure(.timedOut, mayHaveArrived: true)
      }
      return .json("null")
    }
    let error = await #expect(throws: StoreError.self) {
      try await TestConnections.database(transport, clock: clock).update([
        TreeWrite(path: "/a/b", value: Tree(1), expected: .null),
        TreeWrite(path: "/a/c", value: Tree(1), expected: .null),
      ])
    }
    #expect(transport.requests.filter { $0.method == .patch }.count == 1)
    // The request may still arrive.
    #expect(error?.outcome == .unknown)
  }

  @Test("A service that keeps requesting delays is abandoned, and every delay is reported")
  func patience() async throws {
    let clock = TestClock()
    let lines = Mutex<[String]>([])
    let transport = TestTransport([.json("{}", 429, [.retryAfter: "30"])])
    func connection(_ timeout: Duration) -> ServiceConnection {
      var connection = TestConnections.connection(transport, clock: clock)
      connection.policy.timeout = timeout
      connection.log = RequestLog(onWait: { wait in lines.withLock { $0.append("\(wait)") } }) {
        _ in
      }
      return connection
    }
    func client(_ timeout: Duration) throws -> RealtimeDatabaseClient {
      RealtimeDatabaseClient(
        name: "shops",
        location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
        connection: connection(timeout)
      )
    }
    let short = try client(.seconds(40))
    let error = await #expect(throws: StoreError.self) { try await short.tree(at: "/a") }
    #expect(error?.code == .rateLimited)
    #expect(clock.waits == [.seconds(10), .seconds(10), .seconds(10)])
    #expect(transport.requests.count == 2)
    #expect(
      lines.withLock { $0 } == [
        "shops: the service asked Tane to wait 30 s (attempt 2 of 5)",
        "shops: the service asked Tane to wait 30 s (20 s left, attempt 2 of 5)",
        "shops: the service asked Tane to wait 30 s (10 s left, attempt 2 of 5)",
      ]
    )
    let long = try client(.seconds(120))
    await #expect(throws: StoreError.self) { try await long.tree(at: "/a") }
    #expect(clock.waits.reduce(.zero, +) == .seconds(150))
  }

  @Test("Delays after broken connections are reported from two seconds on")
  func toldWaits() async throws {
    let lines = Mutex<[String]>([])
    let transport = TestTransport { _, _ in throw TransportFailure.closed }
    var connection = TestConnections.connection(transport)
    connection.log = RequestLog(onWait: { wait in lines.withLock { $0.append("\(wait)") } }) {
      _ in
    }
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
      connection: connection
    )
    await #expect(throws: StoreError.self) { try await database.tree(at: "/a") }
    #expect(
      lines.withLock { $0 } == [
        "shops: connection closed, waiting 2 s (attempt 4 of 5)",
        "shops: connection closed, waiting 4 s (attempt 5 of 5)",
      ]
    )
  }

  @Test("A service that does not answer is reported during the wait")
  func toldSilence() async throws {
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let told = Mutex<[String]>([])
    let transport = TestTransport { _, _ in
      for await line in lines {
        let count = told.withLock { told in
          told.append(line)
          return told.count
        }
        if count == 2 { break }
      }
      return .json("1")
    }
    var connection = TestConnections.connection(transport)
    connection.log = RequestLog(onWait: { continuation.yield("\($0)") }) { _ in }
    connection.waitLogDelay = .seconds(10)
    let database = RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:9000", namespace: "demo"),
      connection: connection
    )
    #expect(try await database.tree(at: "/a") == Tree(1))
    #expect(
      told.withLock { $0 } == [
        "shops: no response yet, waiting 120 s (110 s left, attempt 1 of 5)",
        "shops: no response yet, waiting 120 s (100 s left, attempt 1 of 5)",
      ]
    )
  }

  @Test("Received bytes count as progress")
  func progress() async throws {
    let clock = TestClock()
    let transport = TestTransport { _, number in
      clock.advance(by: .seconds(100))
      return number < 2 ? .parts([#"{"a":"#], failure: .closed) : .json("1")
    }
    #expect(try await TestConnections.database(transport, clock: clock).tree(at: "/a") == Tree(1))
  }
}
