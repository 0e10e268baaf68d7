/// A burst of writes to one document with many listeners.
struct ListenBurst {
  /// The costs of a burst.
  struct Outcome {
    /// The seconds from the first write until all listeners have received the last one.
    let seconds: Double
    /// The server's memory in bytes before the listeners connect, while all of them listen, and
    /// after they have disconnected.
    let memory: (before: Int, listening: Int, after: Int)
  }

  /// The number of listeners on one connection.
  private static let streams = 100
  /// The size of the last write's document in bytes, which exceeds all earlier messages; the server
  /// may merge other writes into one message.
  private static let lastBytes = 8_000
  private static let target = "/v1/\(FirestoreRequests.database)/documents/bell/one"

  let server: RunningServer
  let listeners: Int
  let writes: Int

  /// Starts all listeners, makes the writes, and waits until all listeners have received them.
  func run() async throws -> Outcome {
    let writer = try LoopbackConnection(port: server.port)
    try write("before", over: writer)
    let before = try server.memory()
    var connections: [GRPCConnection] = []
    for _ in stride(from: 0, to: listeners, by: Self.streams) {
      connections.append(try await GRPCConnection(port: server.port))
    }
    let (seconds, listening) = try await ring(writer, over: connections)
    for connection in connections { try await connection.close() }
    return Outcome(seconds: seconds, memory: (before, listening, try server.memory()))
  }

  private func ring(
    _ writer: LoopbackConnection,
    over connections: [GRPCConnection]
  ) async throws -> (seconds: Double, listening: Int) {
    let (begun, note) = AsyncStream<Void>.makeStream()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<listeners {
        group.addTask { try await Self.listen(over: connections[number / Self.streams], note) }
      }
      // A failing listener finishes the stream; the group throws its error.
      guard await begun.prefix(listeners).reduce(0, { count, _ in count + 1 }) == listeners else {
        try await group.waitForAll()
        throw BenchmarkError("not all \(listeners) could listen")
      }
      let listening = try server.memory()
      let start = ContinuousClock.now
      for number in 1..<writes { try write("\(number)", over: writer) }
      try write(String(repeating: "x", count: Self.lastBytes), over: writer)
      try await group.waitForAll()
      return (start.duration(to: .now).seconds, listening)
    }
  }

  /// Listens until the last write is received; yields to `note` after the first response.
  private static func listen(
    over connection: GRPCConnection,
    _ note: AsyncStream<Void>.Continuation
  ) async throws {
    do {
      var isBegun = false
      try await connection.follow("Listen", FirestoreRequests.listen("bell/one")) { size in
        if !isBegun { note.yield() }
        isBegun = true
        return size > lastBytes
      }
    } catch {
      note.finish()
      throw error
    }
  }

  private func write(_ text: String, over writer: LoopbackConnection) throws {
    let body = #"{"fields":{"ring":{"stringValue":"\#(text)"}}}"#
    try writer.request("PATCH", Self.target, body: body)
  }
}
