import NIOCore
import NIOPosix
import Synchronization

/// A proxy between clients and the services of an emulator, which causes faults in some requests.
final class FaultyProxy: Sendable {
  private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  private struct State {
    var requests = 0
    var listener: (any Channel)?
    var channels: [ObjectIdentifier: any Channel] = [:]
  }

  private let point: FaultPoint?
  private let ports: [String: Int]
  private let state = Mutex(State())

  private init(_ point: FaultPoint?, ports: [String: Int]) {
    self.point = point
    self.ports = ports
  }

  /// The number of requests so far.
  var requests: Int { state.withLock { $0.requests } }

  /// Runs a proxy on a free port.
  ///
  /// - Parameters:
  ///   - point: The fault and when it occurs, if any.
  ///   - ports: The ports of the services by name.
  ///   - body: Called with the proxy and its port while the proxy runs.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  static func serve<Result>(
    _ point: FaultPoint?,
    ports: [String: Int],
    _ body: (FaultyProxy, Int) async throws -> Result
  ) async throws -> Result {
    let proxy = FaultyProxy(point, ports: ports)
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let connection = try Connection(wrappingChannelSynchronously: channel)
          Task { await proxy.serve(connection) }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    proxy.state.withLock { $0.listener = listener }
    if point?.fault == .goesDown, point?.request == 1 { try await listener.close() }
    defer { proxy.goDown() }
    return try await body(proxy, listener.localAddress?.port ?? 0)
  }

  private func goDown() {
    let (listener, channels) = state.withLock { ($0.listener, Array($0.channels.values)) }
    listener?.close(promise: nil)
    for channel in channels { channel.close(promise: nil) }
  }

  /// Returns true if the fault strikes the next request.
  private func nextRequestIsStruck() -> Bool {
    state.withLock { state in
      state.requests += 1
      return point?.strikes(state.requests) ?? false
    }
  }

  // MARK: A connection

  /// Serves a connection; an end by either side is not a test failure.
  private func serve(_ connection: Connection) async {
    let id = ObjectIdentifier(connection.channel)
    state.withLock { $0.channels[id] = connection.channel }
    defer { state.withLock { _ = $0.channels.removeValue(forKey: id) } }
    try? await connection.executeThenClose { inbound, outbound in
      var reader = MessageReader(inbound)
      while let request = try await reader.next() {
        guard nextRequestIsStruck(), let fault = point?.fault else {
          try await outbound.write(ByteBuffer(bytes: try await forward(request)))
          continue
        }
        if fault == .goesDown { goDown() }
        guard let answer = try await answer(to: request, fault) else { return }
        try await outbound.write(ByteBuffer(bytes: answer.bytes))
        if answer.isLast { return }
        if answer.bytes.isEmpty { _ = try await reader.next() }
      }
    }
  }

  /// Returns the response to a request with a fault, or nil if the connection ends without one; the
  /// response is empty if the connection stays open without one.
  private func answer(
    to request: MessageReader.Message,
    _ fault: Fault
  ) async throws -> (bytes: [UInt8], isLast: Bool)? {
    switch fault {
    case .goesDown, .closes: return nil
    case .cuts:
      let answer = try await forward(request)
      return (Array(answer[..<(answer.count / 2)]), true)
    case .loses:
      _ = try await forward(request)
      return nil
    case .staysSilent: return ([], false)
    case .losesSilently:
      _ = try await forward(request)
      return ([], false)
    default: return (Array((fault.answer ?? "").utf8), false)
    }
  }

  /// Returns the service of a request, by its path.
  private func service(of target: String) -> String {
    let prefixes = [
      "/b/": "storage", "/storage/": "storage", "/upload/": "storage", "/v1/projects/": "firestore",
      "/identitytoolkit.": "auth", "/securetoken.": "auth",
    ]
    return prefixes.first { target.hasPrefix($0.key) }?.value ?? "database"
  }

  /// Returns the response of the service itself.
  private func forward(_ request: MessageReader.Message) async throws -> [UInt8] {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: ports[service(of: String(request.target))] ?? 0) {
        channel in
        channel.eventLoop.makeCompletedFuture {
          try Connection(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(bytes: request.bytes))
      var reader = MessageReader(inbound)
      return try await reader.next()?.bytes ?? []
    }
  }
}
