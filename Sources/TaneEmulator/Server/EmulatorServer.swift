#if Network
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A server for the emulator's services over HTTP/1.1, WebSocket and gRPC, with one port per
/// service.
///
/// ```swift
/// let server = try await EmulatorServer.start([EmulatorEndpoint("database", emulator, port: 9000)])
/// server.address(of: "database")  // "127.0.0.1:9000"
/// await server.shutDown()
/// ```
public final class EmulatorServer: Sendable {
  private enum Connection: Sendable {
    case http(HTTPConnection.Channel)
    case webSocket(WebSocketConnection.Channel, HTTPRequestHead, any WebSocketService)
    /// A gRPC connection; the future succeeds when the connection has ended.
    case grpc(EventLoopFuture<Void>)
    /// A gRPC connection that is relayed to the server on a port.
    case relay(HTTP2Relay.Channel, port: Int)
  }

  private typealias Listener = NIOAsyncChannel<EventLoopFuture<Connection>, Never>

  private struct BoundEndpoint {
    let context: ServerContext
    let listener: Listener

    var port: Int { listener.channel.localAddress?.port ?? context.endpoint.port }
  }

  /// The addresses of the loopback interface; clients connect to either for `localhost`.
  package static let loopback = ["127.0.0.1", "::1"]

  /// The first address that the server is bound to.
  package let host: String
  /// The ports, keyed by endpoint name.
  package let ports: [String: Int]
  let listeners: [any Channel]
  private let acceptors: [Task<Void, Never>]
  private let connections: ConnectionRegistry
  private let limits: ServerLimits

  private init(
    host: String,
    _ bound: [BoundEndpoint],
    _ connections: ConnectionRegistry,
    limits: ServerLimits
  ) {
    self.host = host
    self.limits = limits
    self.connections = connections
    ports = Dictionary(bound.map { ($0.context.endpoint.name, $0.port) }) { first, _ in first }
    listeners = bound.map(\.listener.channel)
    acceptors = bound.map { bound in
      Task { await Self.accept(bound.listener, bound.context) }
    }
  }

  /// Binds the ports of endpoints and starts serving.
  ///
  /// - Parameters:
  ///   - endpoints: The services with their ports.
  ///   - hosts: The addresses to bind, by default the loopback addresses; an address that the
  ///     machine does not have is skipped, unless it is the first.
  ///   - limits: The limits for clients.
  ///   - access: The accepted hosts and origins, in addition to the loopback interface and the
  ///     bound addresses.
  ///   - report: Receives each completed request.
  ///   - notice: Receives messages for the person who runs the server.
  /// - Returns: The running server.
  /// - Throws: `EmulatorServerError` if a port cannot be bound; all other ports are then released.
  package static func start(
    _ endpoints: [EmulatorEndpoint],
    hosts: [String] = loopback,
    limits: ServerLimits = ServerLimits(),
    access: ClientAccessPolicy = ClientAccessPolicy(),
    report: @escaping @Sendable (ServedRequest) -> Void = { _ in },
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> EmulatorServer {
    OpenFileLimit.raise()
    let connections = ConnectionRegistry()
    let access = access.allowing(hosts)
    var bound: [BoundEndpoint] = []
    do {
      for endpoint in endpoints {
        var port = endpoint.port
        for host in hosts {
          let context = ServerContext(
            endpoint: endpoint,
            limits: limits,
            connections: connections,
            access: access,
            report: report
          )
          let listener = try await bind(context, host, port, notice) { error in
            host != hosts.first && (endpoint.port == 0 || isAddressMissing(error))
          }
          guard let listener else { continue }
          bound.append(BoundEndpoint(context: context, listener: listener))
          port = bound[bound.count - 1].port
        }
      }
    } catch {
      for bound in bound { try? await bound.listener.executeThenClose { _ in } }
      throw error
    }
    return EmulatorServer(host: hosts.first ?? "", bound, connections, limits: limits)
  }

  /// Returns an endpoint's host and port for clients, or nil if the endpoint is unknown.
  public func address(of name: String) -> String? {
    ports[name].map { host.contains(":") ? "[\(host)]:\($0)" : "\(host):\($0)" }
  }

  /// Returns a port that is free on `127.0.0.1`.
  static func freePort() async throws -> Int {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: loopback[0], port: 0).get()
    let port = listener.localAddress?.port ?? 0
    try await listener.close()
    return port
  }

  /// Stops accepting connections, and returns once current requests are complete.
  ///
  /// Streams and WebSockets end immediately; requests that exceed the grace period are aborted.
  public func shutDown() async {
    for listener in listeners { try? await listener.close() }
    connections.end()
    let cutOff = Task {
      try await Task.sleep(for: limits.grace)
      connections.closeAll()
    }
    for acceptor in acceptors { await acceptor.value }
    cutOff.cancel()
  }
}

extension EmulatorServer {
  /// Returns true if the error indicates that the address does not belong to this machine.
  private static func isAddressMissing(_ error: any Error) -> Bool {
    let code = (error as? IOError)?.errnoCode
    return code == EADDRNOTAVAIL || code == EAFNOSUPPORT
  }

  private static func reason(of error: any Error) -> String {
    switch (error as? IOError)?.errnoCode {
    case EADDRINUSE: "the port is in use"
    case EACCES: "the port requires administrator rights"
    case EADDRNOTAVAIL, EAFNOSUPPORT: "the address does not belong to this machine"
    default: error is SocketAddressError.UnknownHost ? "the host is unknown" : "\(error)"
    }
  }

  /// Binds an endpoint; returns nil for an error that may be ignored, such as an optional address
  /// that does not belong to this machine.
  private static func bind(
    _ context: ServerContext,
    _ host: String,
    _ port: Int,
    _ notice: @escaping @Sendable (String) -> Void,
    ignoring isIgnorable: (any Error) -> Bool
  ) async throws -> Listener? {
    do {
      return try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(.backlog, value: 1024)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let failures = AcceptFailures(of: context.endpoint.name, notice: notice)
            try channel.pipeline.syncOperations.addHandler(failures)
          }
        }
        .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
        .enablingTCPKeepAlive()
        // A client can close its side after a request and wait for the response.
        .childChannelOption(.allowRemoteHalfClosure, value: true)
        .bind(host: host, port: port) { channel in
          // The connection is registered immediately, so that a silent client does not prevent a
          // shutdown.
          context.connections.add(channel)
          return channel.eventLoop.makeCompletedFuture {
            try configure(channel, context)
          }
        }
    } catch {
      guard !isIgnorable(error) else { return nil }
      let (name, reason) = (context.endpoint.name, reason(of: error))
      throw EmulatorServerError(
        isAddressMissing(error) || error is SocketAddressError.UnknownHost
          ? "\(name): cannot listen on \(host):\(port): \(reason); choose an address of this machine"
          : "\(name): cannot listen on \(host):\(port): \(reason); choose another port (0 for any "
            + "free port)"
      )
    }
  }

  private static func configure(
    _ channel: any Channel,
    _ context: ServerContext
  ) throws -> EventLoopFuture<Connection> {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.addHandler(GracefulCloseHandler(context.limits))
    guard let service = context.endpoint.grpc else { return try configureHTTP1(channel, context) }
    let connection = channel.eventLoop.makePromise(of: Connection.self)
    let choice = ProtocolDetector(idleTime: context.limits.idleTime) { chosen in
      switch (chosen, context.endpoint.relayPort) {
      case (.http1, _): connection.completeWith(try configureHTTP1(channel, context))
      case (.http2, nil):
        connection.succeed(.grpc(try GRPCConnection.serve(channel, service, context)))
      case (.http2, let port?):
        let relayed = try HTTP2Relay.Channel(wrappingChannelSynchronously: channel)
        connection.succeed(.relay(relayed, port: port))
      }
    } onFailure: { error in
      connection.fail(error)
    }
    try pipeline.addHandler(choice)
    return connection.futureResult
  }

  private static func configureHTTP1(
    _ channel: any Channel,
    _ context: ServerContext
  ) throws -> EventLoopFuture<Connection> {
    let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Connection>(
      upgraders: context.endpoint.webSockets.map { [upgrader(to: $0, context.limits)] } ?? [],
      notUpgradingCompletionHandler: { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(MessagePartHandler<HTTPResponseHead>())
          return .http(try HTTPConnection.Channel(wrappingChannelSynchronously: channel))
        }
      }
    )
    var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
    // `RequestGate` rejects input that is not HTTP.
    configuration.enableErrorHandling = false
    let pipeline = channel.pipeline.syncOperations
    let connection = try pipeline.configureUpgradableHTTPServerPipeline(
      configuration: configuration
    )
    let upgradeHandler = try pipeline.handler(
      type: NIOTypedHTTPServerUpgradeHandler<Connection>.self
    )
    try pipeline.addHandler(
      RequestGate(
        webSockets: context.endpoint.webSockets,
        access: context.access,
        idleTime: context.limits.idleTime
      ),
      position: .before(upgradeHandler)
    )
    return connection
  }

  private static func upgrader(
    to service: any WebSocketService,
    _ limits: ServerLimits
  ) -> NIOTypedWebSocketServerUpgrader<Connection> {
    NIOTypedWebSocketServerUpgrader(
      maxFrameSize: limits.messageBytes,
      // `FrameErrorHandler` reports invalid frames.
      enableAutomaticErrorHandling: false,
      // `RequestGate` has rejected all other upgrades.
      shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture {
          // A client that closes its side of the connection is treated as disconnected.
          _ = channel.setOption(.allowRemoteHalfClosure, value: false)
          let aggregator = NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0,
            maxAccumulatedFrameCount: 65_536,
            maxAccumulatedFrameSize: limits.messageBytes
          )
          try channel.pipeline.syncOperations.addHandlers(
            FrameValidator(),
            aggregator,
            FrameErrorHandler()
          )
          let webSocket = try WebSocketConnection.Channel(wrappingChannelSynchronously: channel)
          return .webSocket(webSocket, head, service)
        }
      }
    )
  }

  private static func accept(_ listener: Listener, _ context: ServerContext) async {
    await withDiscardingTaskGroup { group in
      do {
        try await listener.executeThenClose { inbound in
          for try await connection in inbound {
            group.addTask { await serve(connection, context) }
          }
        }
      } catch {
        // The listener was closed by the shutdown.
      }
    }
  }

  private static func serve(
    _ future: EventLoopFuture<Connection>,
    _ context: ServerContext
  ) async {
    do {
      switch try await future.get() {
      case .http(let channel):
        try await HTTPConnection(channel: channel, context: context).serve()
      case .webSocket(let channel, let head, let service):
        try await WebSocketConnection(
          channel: channel,
          head: head,
          service: service,
          context: context
        ).serve()
      case .grpc(let end): try await end.get()
      case .relay(let channel, let port):
        try await HTTP2Relay(channel: channel, context: context).serve(from: port)
      }
    } catch {
      // The client has disconnected or received an error about invalid HTTP; the server continues.
    }
  }
}
#endif
