#if Network
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// A client's WebSocket for text messages (RFC 6455).
struct WebSocketLink: Sendable {
  private typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
  private typealias Outbound = NIOAsyncChannelOutboundWriter<WebSocketFrame>

  private static let connectTimeout = TimeAmount.seconds(10)
  /// The timeout for the service's response to the WebSocket upgrade.
  private static let upgradeTimeout = TimeAmount.seconds(30)
  /// The timeout for the service's response to a close frame.
  private static let closeTimeout = Duration.seconds(5)
  /// The maximum size of a frame and of a fragmented message, in bytes.
  private static let maximumFrameBytes = 1 << 26
  private static let maximumFragmentCount = 65_536

  private let channel: Channel

  /// Opens a WebSocket.
  ///
  /// - Parameters:
  ///   - address: The address, with the scheme `https` for an encrypted connection.
  ///   - trust: The trusted certificates.
  /// - Returns: The WebSocket.
  /// - Throws: A `TransportFailure`, or `CancellationError`.
  static func open(
    _ address: WebAddress,
    trust: TrustSettings = .system
  ) async throws -> WebSocketLink {
    try Task.checkCancellation()
    do {
      let isEncrypted = address.scheme == "https"
      let tls =
        isEncrypted
        ? try NIOSSLContext(configuration: trust.configuration().offeringHTTP1) : nil
      let upgrade = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connectTimeout(connectTimeout)
        .channelOption(.socketOption(.tcp_nodelay), value: 1)
        .connect(host: address.name, port: address.port ?? (isEncrypted ? 443 : 80)) { channel in
          channel.eventLoop.makeCompletedFuture { try configure(channel, address, tls) }
        }
      guard let channel = try await upgrade.get() else {
        throw TransportFailure(
          .other("it does not support WebSocket"),
          mayHaveArrived: false
        )
      }
      return WebSocketLink(channel: channel)
    } catch {
      throw TransportFailure.translatingConnectionError(error)
    }
  }

  /// Sends and receives text until either side ends the exchange, and then closes the connection.
  ///
  /// - Parameters:
  ///   - outgoing: The frames to send; the client ends the connection when the stream ends.
  ///   - receive: A closure that receives the text of each frame, in order.
  /// - Throws: An error if the connection does not end normally.
  func carry(
    _ outgoing: AsyncStream<[[UInt8]]>,
    _ receive: @escaping @Sendable ([UInt8]) -> Void
  ) async throws {
    try await channel.executeThenClose { inbound, outbound in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Self.receive(inbound, outbound, receive) }
        group.addTask { try await Self.send(outgoing, to: outbound) }
        // The first task to end cancels the other.
        defer { group.cancelAll() }
        try await group.next()
      }
    }
  }

  private static func receive(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outbound: Outbound,
    _ receive: @Sendable ([UInt8]) -> Void
  ) async throws {
    for try await frame in inbound {
      switch frame.opcode {
      case .text, .binary: receive(Array(frame.unmaskedData.readableBytesView))
      case .ping: try await outbound.write(.masked(.pong, frame.unmaskedData))
      case .connectionClose:
        let code = frame.unmaskedData.getSlice(at: 0, length: 2) ?? ByteBuffer()
        return try await outbound.write(.masked(.connectionClose, code))
      default: break
      }
    }
  }

  private static func send(
    _ outgoing: AsyncStream<[[UInt8]]>,
    to outbound: Outbound
  ) async throws {
    for await texts in outgoing {
      try await outbound.write(contentsOf: texts.map { .masked(.text, ByteBuffer(bytes: $0)) })
    }
    guard !Task.isCancelled else { return }
    var code = ByteBuffer()
    code.write(webSocketErrorCode: .normalClosure)
    try await outbound.write(.masked(.connectionClose, code))
    try await Task.sleep(for: closeTimeout)
  }
}

extension WebSocketLink {
  private static func configure(
    _ channel: any NIOCore.Channel,
    _ address: WebAddress,
    _ tls: NIOSSLContext?
  ) throws -> EventLoopFuture<Channel?> {
    let pipeline = channel.pipeline.syncOperations
    if let tls {
      try pipeline.addHandler(
        NIOSSLClientHandler(context: tls, serverHostname: address.nameForCertificate)
      )
    }
    var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: address.target)
    head.headers.add(
      name: "Host",
      value: address.host + (address.port.map { ":\($0)" } ?? "")
    )
    let upgrade = NIOTypedHTTPClientUpgradeConfiguration<Channel?>(
      upgradeRequestHead: head,
      upgraders: [upgrader],
      notUpgradingCompletionHandler: { channel in
        channel.close().map { nil }
      }
    )
    var configuration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
    // The service may send its first bytes together with the upgrade response.
    configuration.leftOverBytesStrategy = .forwardBytes
    let agreement = try pipeline.configureUpgradableHTTPClientPipeline(
      configuration: configuration
    )
    let limit = channel.eventLoop.scheduleTask(in: upgradeTimeout) {
      channel.close(promise: nil)
    }
    agreement.whenComplete { _ in limit.cancel() }
    return agreement
  }

  private static var upgrader: NIOTypedWebSocketClientUpgrader<Channel?> {
    NIOTypedWebSocketClientUpgrader(maxFrameSize: maximumFrameBytes) { channel, _ in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(
          NIOWebSocketFrameAggregator(
            minNonFinalFragmentSize: 0,
            maxAccumulatedFrameCount: maximumFragmentCount,
            maxAccumulatedFrameSize: maximumFrameBytes
          )
        )
        return try Channel(wrappingChannelSynchronously: channel)
      }
    }
  }
}

extension WebSocketFrame {
  /// Returns a client's frame with masked data (RFC 6455, section 5.3).
  fileprivate static func masked(_ opcode: WebSocketOpcode, _ data: ByteBuffer) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
  }
}

extension TLSConfiguration {
  /// The configuration with only HTTP/1.1, which WebSockets require.
  fileprivate var offeringHTTP1: TLSConfiguration {
    var configuration = self
    configuration.applicationProtocols = ["http/1.1"]
    return configuration
  }
}
#endif
