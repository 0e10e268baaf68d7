import Synchronization
import TaneServices
import Testing

@testable import TaneEmulator

@Suite("gRPC connections")
struct GRPCConnectionTests {
  private typealias Bytes = HTTP2Bytes

  private static let message = GRPCFrameCodec.frame([1, 2, 3])

  /// Runs a server while `body` runs, and returns the logged calls.
  @discardableResult
  private func serve(
    _ service: GatedService,
    limits: ServerLimits = ServerLimits(),
    _ body: (inout TestConnection) async throws -> Void
  ) async throws -> [String] {
    let log = Mutex<[String]>([])
    let endpoint = EmulatorEndpoint("gated", service, grpc: service, port: 0)
    let server = try await EmulatorServer.start([endpoint], limits: limits) { request in
      log.withLock { $0.append("\(request.target) \(request.status)") }
    }
    let result: Result<Void, any Error>
    do {
      try await TestConnection.open(try #require(server.ports["gated"])) { connection in
        try await connection.send(Bytes.beginning)
        try await body(&connection)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // Calls of disconnected clients end, too.
    service.open()
    await server.shutDown()
    try result.get()
    return log.withLock { $0 }
  }

  /// Returns the message counts in the responses of a stream.
  private func counts(
    _ connection: inout TestConnection,
    _ stream: UInt8
  ) async throws -> [[UInt8]] {
    let frames = try await connection.streamFrames { $0.stream == stream && $0.isEnd }
    var framing = GRPCFrameCodec(limit: 100)
    return try framing.take(
      frames.filter { $0.stream == stream && $0.type == 0 }.flatMap(\.payload)
    )
  }

  @Test("A gRPC message is received from frames of any kind and size")
  func frames() async throws {
    let service = GatedService(isOpen: true)
    try await serve(service) { connection in
      let bytes = Self.message.flatMap { Bytes.data([$0], 1, isEnd: false) }
      let calls = [
        bytes + Bytes.data([], 1), Bytes.padded(Self.message, by: 200, 3),
        Bytes.data(Self.message, 5, isEnd: false) + Bytes.trailers(5),
        Bytes.data(Self.message + Self.message, 7), Bytes.trailers(9),
      ]
      for (index, call) in calls.enumerated() {
        let stream = UInt8(2 * index + 1)
        try await connection.send(Bytes.head("/Once", stream) + call)
        let counts = try await counts(&connection, stream)
        #expect(counts == [[[1], [1], [1], [2], [0]][index]], "\(index)")
      }
    }
  }

  @Test("A gRPC message is received when split at every byte")
  func splits() async throws {
    let service = GatedService(isOpen: true)
    try await serve(service) { connection in
      for split in 0...Self.message.count {
        let stream = UInt8(2 * split + 1)
        try await connection.send(
          Bytes.head("/Once", stream)
            + Bytes.data(Array(Self.message[..<split]), stream, isEnd: false)
            + Bytes.data(Array(Self.message[split...]), stream)
        )
        #expect(try await counts(&connection, stream) == [[1]], "\(split)")
      }
    }
  }

  @Test("Trailers within a gRPC message cause an error about an incomplete message")
  func incomplete() async throws {
    let log = try await serve(GatedService(isOpen: true)) { connection in
      try await connection.send(
        Bytes.head("/Once", 1) + Bytes.data([0, 0, 0], 1, isEnd: false) + Bytes.trailers(1)
      )
      _ = try await connection.streamFrames { $0.stream == 1 && $0.isEnd }
    }
    #expect(log == ["/Once 400"])
  }

  /// A message that fills half of a stream's window.
  private static let large = Bytes.data(
    GRPCFrameCodec.frame(Array(repeating: 1, count: 16_000)),
    1,
    isEnd: false
  )

  private func send(_ count: Int, over connection: TestConnection) async throws {
    for _ in 0..<count { try await connection.send(Self.large) }
  }

  private func untilWindow(of connection: inout TestConnection) async throws {
    _ = try await connection.streamFrames { $0.type == 8 && $0.stream == 1 }
  }

  @Test("Flow control lets a client send exactly as much as the server consumes")
  func windows() async throws {
    let service = GatedService()
    try await serve(service, limits: ServerLimits(grpcMessageBytes: 100_000)) { connection in
      try await connection.send(Bytes.head("/Endless", 1))
      await service.untilCall()
      try await send(2, over: connection)
      try await untilWindow(of: &connection)
      try await send(2, over: connection)
      let frames = try await connection.streamFramesUntilNow()
      #expect(!frames.contains { $0.type == 8 && $0.stream == 1 })
      service.open()
      try await untilWindow(of: &connection)
      for _ in 0..<4 {
        try await send(2, over: connection)
        try await untilWindow(of: &connection)
      }
      try await connection.send(Bytes.data([], 1))
      #expect(try await counts(&connection, 1) == [[12]])
    }
  }

  @Test("A reset gRPC call is abandoned and not logged as answered")
  func resets() async throws {
    let service = GatedService()
    let log = try await serve(service) { connection in
      try await connection.send(
        Bytes.head("/Endless", 1) + Bytes.data(Self.message, 1, isEnd: false)
          + Bytes.head("/Once", 3) + Bytes.data(Self.message, 3) + Bytes.head("/Once", 5)
          + Bytes.data([0, 0], 5, isEnd: false)
      )
      await service.untilCall()
      try await connection.send(Bytes.reset(1) + Bytes.reset(3) + Bytes.reset(5))
      _ = try await connection.streamFramesUntilNow()
      service.open()
      try await connection.send(Bytes.head("/Other", 7) + Bytes.data(Self.message, 7))
      #expect(try await counts(&connection, 7) == [[1]])
    }
    #expect(log == ["/Other 200"])
  }

  @Test("A client that keeps sending after the response is reset without an error")
  func earlyAnswers() async throws {
    let log = try await serve(GatedService(isOpen: true)) { connection in
      try await connection.send(
        Bytes.head("/Once", 1) + Bytes.data(Self.message + Self.message, 1, isEnd: false)
      )
      let frames = try await connection.streamFrames { $0.type == 3 }
      #expect(frames.filter(\.isEnd).map(\.stream) == [1])
      #expect(frames.last == .init(type: 3, flags: 0, stream: 1, payload: [0, 0, 0, 0]))
      try await connection.send(Bytes.head("/Once", 3, type: "text/html"))
      let refusal = try await connection.streamFrames { $0.type == 3 }
      #expect(refusal.filter(\.isEnd).map(\.stream) == [3])
      #expect(refusal.last?.number == 0)
    }
    #expect(log == ["/Once 200", "/Once 415"])
  }

  @Test("A stopping server finishes the current call and then closes the connection")
  func ending() async throws {
    let service = GatedService()
    let endpoint = EmulatorEndpoint("gated", service, grpc: service, port: 0)
    let server = try await EmulatorServer.start(
      [endpoint],
      limits: ServerLimits(grace: .seconds(60))
    )
    let port = try #require(server.ports["gated"])
    try await TestConnection.open(port) { connection in
      try await connection.send(
        Bytes.beginning + Bytes.head("/Once", 1) + Bytes.data(Self.message, 1)
          + Bytes.head("/Endless", 3)
      )
      await service.untilCall()
      await service.untilCall()
      let ending = Task { await server.shutDown() }
      // New connections are rejected from now on.
      while (try? await TestConnection.open(port) { _ in }) != nil { await Task.yield() }
      service.open()
      #expect(try await counts(&connection, 1) == [[1]])
      _ = await connection.byteCount(upTo: .max)
      await ending.value
    }
  }

  @Test("A client that floods the connection is disconnected", arguments: [true, false])
  func floods(withPings: Bool) async throws {
    try await serve(GatedService(isOpen: true), limits: ServerLimits(grpcStreams: 10)) {
      connection in
      for stream in stride(from: 1 as UInt8, to: 221, by: 2) {
        let reset = Bytes.head("/Once", stream) + Bytes.reset(stream)
        try await connection.send(withPings ? Bytes.ping : reset)
      }
      let farewell = try await connection.streamFrames { $0.type == 7 }.last
      #expect(farewell?.number == 11)
      // The server closes the connection instead of keeping its calls in memory.
      _ = await connection.byteCount(upTo: .max)
    }
  }
}
