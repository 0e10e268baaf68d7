import NIOHTTP2
import TaneServices
import Testing

@testable import TaneEmulator

@Suite("Limits for gRPC clients", .timeLimit(.minutes(5)))
struct GRPCBoundsTests {
  private typealias Bytes = HTTP2Bytes

  /// The streams of sixty calls, each of which returns one megabyte.
  private static let streams = stride(from: 1 as UInt8, to: 121, by: 2)

  private static func call(_ stream: UInt8, _ path: String = "/Once") -> [UInt8] {
    Bytes.head(path, stream) + Bytes.data(GRPCFrameCodec.frame([1]), stream)
  }

  private func serve(
    _ beginning: [UInt8],
    limits: ServerLimits = ServerLimits(grace: .seconds(60)),
    _ body: (BulkService, inout TestConnection) async throws -> Void
  ) async throws {
    let service = BulkService()
    let endpoint = EmulatorEndpoint("bulk", service, grpc: service, port: 0)
    let server = try await EmulatorServer.start([endpoint], limits: limits)
    let result: Result<Void, any Error>
    do {
      try await TestConnection.open(try #require(server.ports["bulk"])) { connection in
        try await connection.send(beginning)
        try await body(service, &connection)
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await server.shutDown()
    try result.get()
  }

  @Test("Several gRPC calls run at once up to a limit, and beyond it a few at a time")
  func limit() async throws {
    let budget = ResponseBudget(limit: 10)
    let places = (0..<7).map { _ in ResponseBudget.Reservation(in: budget) }
    try await places[0].waitForAdmission()
    try await places[1].waitForAdmission()
    places[0].charge(6)
    places[1].charge(6)
    try await places[2].waitForAdmission()
    let next = Task { try await places[3].waitForAdmission() }
    while budget.waitingCount == 0 { await Task.yield() }
    places[2].charge(1)
    try await next.value
    places[3].charge(1)
    for place in places[4..<6] {
      try await place.waitForAdmission()
      place.charge(1)
    }
    let last = Task { try await places[6].waitForAdmission() }
    while budget.waitingCount == 0 { await Task.yield() }
    places[2].leave()
    try await last.value
  }

  @Test("A cancelled gRPC call stops waiting for a place")
  func cancellation() async throws {
    let budget = ResponseBudget(limit: 0)
    let (first, second) = (
      ResponseBudget.Reservation(in: budget), ResponseBudget.Reservation(in: budget)
    )
    try await first.waitForAdmission()
    let waiting = Task { try await second.waitForAdmission() }
    while budget.waitingCount == 0 { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(budget.waitingCount == 0)
  }

  @Test("Responses over gRPC are produced at the client's pace, however many calls it makes")
  func closedWindows() async throws {
    try await serve(Bytes.closedBeginning) { service, connection in
      for stream in Self.streams { try await connection.send(Self.call(stream)) }
      for _ in 0..<17 { await service.untilCall() }
      _ = try await connection.streamFramesUntilNow()
      #expect(service.begunCount <= 16 + 8 + 4)
      for stream in Self.streams { try await connection.send(Bytes.window(stream)) }
      var (count, ended) = (0, 0)
      while ended < 60 {
        let frame = try await connection.streamFrame()
        if frame.type == 0 { count += frame.payload.count }
        if frame.isEnd { ended += 1 }
      }
      #expect(count == 60 * (BulkService.responseBytes + 16 * 5))
    }
  }

  @Test("Reset gRPC calls release their responses, and waiting ones never start")
  func resets() async throws {
    try await serve(Bytes.closedBeginning) { service, connection in
      for stream in Self.streams { try await connection.send(Self.call(stream)) }
      for _ in 0..<17 { await service.untilCall() }
      // The waiting calls are reset first, because otherwise one of them would start in a freed
      // slot.
      for stream in Self.streams.reversed() { try await connection.send(Bytes.reset(stream)) }
      try await connection.send(Self.call(121) + Bytes.window(121))
      _ = try await connection.streamFrames { $0.stream == 121 && $0.isEnd }
      #expect(service.begunCount <= 16 + 8 + 4 + 1)
    }
  }

  @Test(
    "A gRPC call is cancelled when its client resets it or disconnects",
    arguments: [true, false]
  )
  func cancels(byReset: Bool) async throws {
    try await serve(Bytes.beginning) { service, connection in
      try await connection.send(Self.call(1, "/Pending"))
      await service.untilCall()
      if byReset { try await connection.send(Bytes.reset(1)) } else { connection.closeOutput() }
      await service.untilEnd()
    }
  }

  @Test("A long gRPC message and those after it are received once there is room")
  func longMessages() async throws {
    try await serve(Bytes.beginning) { service, connection in
      let message = GRPCFrameCodec.frame(Array(repeating: 1, count: 100_000))
      try await connection.send(Bytes.head("/Once", 1))
      for start in [0, 16_000] {
        let part = Array(message[start..<start + 16_000])
        try await connection.send(Bytes.data(part, 1, isEnd: false))
      }
      let window = try await connection.streamFrames { $0.type == 8 && $0.stream == 1 }.last
      // The remaining bytes of the message, without those that fit in the client's initial window;
      // the last frame may not have arrived in full.
      let rest = message.count - GRPCStream.windowSize
      #expect((rest...rest + 16_000).contains(window?.number ?? 0))
      for start in stride(from: 32_000, to: message.count, by: 16_000) {
        let end = min(start + 16_000, message.count)
        try await connection.send(
          Bytes.data(Array(message[start..<end]), 1, isEnd: end == message.count)
        )
      }
      _ = try await connection.streamFrames { $0.stream == 1 && $0.isEnd }
      #expect(service.begunCount == 1)
    }
  }

  @Test("Room for long gRPC messages is granted in the order of streams up to a limit")
  func reservations() {
    let budget = RequestBudget()
    var admitted: [Int] = []
    for (id, size) in [(1, 60), (3, 10), (5, 1), (7, 100)] {
      budget.reserve(size << 20, for: HTTP2StreamID(id)) { admitted.append(id) }
    }
    #expect(admitted == [1])
    budget.release(3)
    #expect(admitted == [1, 5])
    budget.release(1)
    #expect(admitted == [1, 5])
    budget.release(5)
    #expect(admitted == [1, 5, 7])
  }

  @Test("A client that sends GOAWAY gets its current responses and no others")
  func farewell() async throws {
    try await serve(Bytes.closedBeginning) { service, connection in
      try await connection.send(Self.call(1))
      await service.untilCall()
      try await connection.send(Bytes.farewell + Self.call(3) + Bytes.window(1) + Bytes.window(3))
      let frames = try await connection.streamFrames { $0.stream == 1 && $0.isEnd }
      let received = frames.filter { $0.type == 0 }.reduce(0) { $0 + $1.payload.count }
      #expect(received == BulkService.responseBytes + 16 * 5)
      _ = await connection.byteCount(upTo: .max)
      #expect(service.begunCount == 1)
    }
  }

  @Test("A client that sends GOAWAY and does not read is disconnected in time")
  func stalledFarewell() async throws {
    let limits = ServerLimits(grace: .milliseconds(100))
    try await serve(Bytes.closedBeginning, limits: limits) { service, connection in
      try await connection.send(Self.call(1) + Bytes.farewell)
      _ = await connection.byteCount(upTo: .max)
      await service.untilEnd()
    }
  }
}
