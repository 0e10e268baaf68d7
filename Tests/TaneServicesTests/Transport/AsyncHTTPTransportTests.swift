import HTTPTypes
import NIOCore
import NIOPosix
import TaneCore
import TaneServices
import Testing

@Suite("HTTP transport")
struct AsyncHTTPTransportTests {
  /// Runs a server that responds to the first bytes of each connection with a text, or after a
  /// number of bytes, and then closes it.
  private static func withServer<Result>(
    answering text: String,
    closes: Bool = true,
    afterBytes count: Int = 1,
    _ body: (_ port: Int) async throws -> Result
  ) async throws -> Result {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let answer = CannedAnswer(text: text, closes: closes, afterBytes: count)
          try channel.pipeline.syncOperations.addHandler(answer)
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(channel.localAddress?.port)
    do {
      let result = try await body(port)
      try await channel.close()
      return result
    } catch {
      try await channel.close()
      throw error
    }
  }

  private static func database(_ port: Int, idle: Duration = .seconds(900)) throws
    -> RealtimeDatabaseClient
  {
    RealtimeDatabaseClient(
      name: "shops",
      location: try DatabaseLocation(emulator: "http://127.0.0.1:\(port)", namespace: "demo"),
      connection: ServiceConnection(
        transport: AsyncHTTPTransport(timeouts: .init(connect: .seconds(900), idle: idle)),
        credential: .owner,
        policy: RetryPolicy(attempts: 2),
        clock: TestClock().clock
      )
    )
  }

  @Test("An HTTP response is read with its header fields")
  func answer() async throws {
    let text = "HTTP/1.1 200 OK\r\nETag: tag\r\nContent-Length: 7\r\n\r\n{\"a\":1}"
    try await Self.withServer(answering: text) { port in
      let found = try await Self.database(port).taggedTree(at: "/x")
      #expect(found?.value == Tree(["a": 1]))
      #expect(found?.tag == "tag")
    }
  }

  @Test("The bytes of a large request and of a response are counted")
  func counted() async throws {
    let text = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnull"
    try await Self.withServer(answering: text, closes: false, afterBytes: 200_002) { port in
      let counter = WorkCounter()
      try await WorkCounter.$current.withValue(counter) {
        let value = Tree(.string(String(repeating: "a", count: 200_000)))
        try await Self.database(port).set(value, at: "/x")
      }
      #expect(counter.amount == WorkCounter.Amount(.bytes, done: 200_006, total: 200_002))
    }
  }

  @Test("A closed port is reported as unreachable")
  func refused() async throws {
    // A port that was just free may already be used by another test.
    let port = 1
    let error = await #expect(throws: StoreError.self) {
      try await Self.database(port).tree(at: "/a")
    }
    let message = error?.message ?? ""
    #expect(
      message.hasPrefix(
        "GET /a.json?ns=demo&format=export: cannot connect to 127.0.0.1:\(port) ("
      )
    )
    #expect(
      message.hasSuffix(
        " (Connection refused); check that the server is running and that the network works"
      )
    )
    #expect(error?.code == .unreachable)
  }

  @Test(
    "A truncated HTTP body is an error",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 700\r\n\r\n{\"a\":1",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n",
      "HTTP/1.1 200 OK\r\nContent-Le", "",
    ]
  )
  func cut(text: String) async throws {
    try await Self.withServer(answering: text) { port in
      let error = await #expect(throws: StoreError.self) {
        try await Self.database(port).tree(at: "/a")
      }
      #expect(
        error?.message
          == "GET /a.json?ns=demo&format=export: 127.0.0.1:\(port) closed the connection before the"
          + " response was complete; try again"
      )
    }
  }

  @Test("A silent server is a timeout error")
  func silent() async throws {
    try await Self.withServer(answering: "HTTP/1.1 200 OK\r\n", closes: false) { port in
      let error = await #expect(throws: StoreError.self) {
        try await Self.database(port, idle: .milliseconds(50)).tree(at: "/a")
      }
      #expect(
        error?.message
          == "GET /a.json?ns=demo&format=export: 127.0.0.1:\(port) did not respond in time; try "
          + "again, or check the network"
      )
    }
  }

  @Test("A server without TLS is an error")
  func noEncryption() async throws {
    try await Self.withServer(answering: "HTTP/1.1 400 Bad Request\r\n\r\n") { port in
      let failure = await #expect(throws: TransportFailure.self) {
        try await AsyncHTTPTransport().send(
          TransportRequest(.get, "https://127.0.0.1:\(port)/", timeout: .seconds(900))
        )
      }
      guard case .encryption = failure?.reason else {
        Issue.record("expected a failure of encryption, found \(String(describing: failure))")
        return
      }
    }
  }

  @Test("An unknown host is an error")
  func unknownHost() async throws {
    let failure = await #expect(throws: TransportFailure.self) {
      try await AsyncHTTPTransport().send(
        TransportRequest(.get, "http://host.invalid/", timeout: .seconds(900))
      )
    }
    #expect(failure == TransportFailure(.unknownHost, mayHaveArrived: false))
  }

  @Test("A cancelled HTTP request ends")
  func cancellation() async throws {
    try await Self.withServer(answering: "HTTP/1.1 200 OK\r\n", closes: false) { port in
      let database = try Self.database(port)
      let task = Task { try await database.tree(at: "/a") }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test("An HTTP redirect is returned unchanged")
  func redirect() async throws {
    let text = "HTTP/1.1 307 X\r\nLocation: http://example.invalid/\r\nContent-Length: 0\r\n\r\n"
    try await Self.withServer(answering: text) { port in
      let response = try await AsyncHTTPTransport().send(
        TransportRequest(.get, "http://127.0.0.1:\(port)/")
      )
      #expect(response.status == 307)
      #expect(response.fields[.location] == "http://example.invalid/")
    }
  }
}

/// A handler that responds to the first bytes of a connection.
private final class CannedAnswer: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let text: String
  private let closes: Bool
  private var missingBytes: Int
  private var hasAnswered = false

  init(text: String, closes: Bool, afterBytes count: Int) {
    self.text = text
    self.closes = closes
    missingBytes = count
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    missingBytes -= unwrapInboundIn(data).readableBytes
    guard !hasAnswered, missingBytes <= 0 else { return }
    hasAnswered = true
    let written = context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)))
    guard closes else { return }
    let channel = context.channel
    written.whenComplete { _ in channel.close(promise: nil) }
  }
}
