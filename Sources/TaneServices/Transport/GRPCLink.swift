#if Network
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS
import TaneCore

/// A client connection for one bidirectional gRPC call.
///
/// It uses TLS, or unencrypted HTTP/2 with prior knowledge for emulators.
struct GRPCLink: Sendable {
  private typealias Stream = NIOAsyncChannel<HTTP2Frame.FramePayload, HTTP2Frame.FramePayload>
  private typealias Streams = NIOHTTP2Handler.AsyncStreamMultiplexer<Void>

  private static let connectTimeout = TimeAmount.seconds(10)
  /// The maximum size of a message from the service, in bytes; a document can be up to 1 MiB.
  private static let maximumMessageBytes = 16 << 20

  private let channel: any Channel
  private let streams: Streams
  private let address: WebAddress

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - address: The address, with the scheme `https` for an encrypted connection.
  ///   - trust: The trusted certificates.
  ///   - encryption: The TLS configuration, or nil for the default one with the trusted
  ///     certificates.
  /// - Returns: The connection.
  /// - Throws: A `TransportFailure` with reason `noHTTP2` if another protocol was negotiated, or a
  ///   `CancellationError`.
  static func open(
    _ address: WebAddress,
    trust: TrustSettings = .system,
    encryption: TLSConfiguration? = nil
  ) async throws -> GRPCLink {
    try Task.checkCancellation()
    do {
      let isEncrypted = address.scheme == "https"
      let configuration = try encryption ?? trust.configuration()
      let tls = isEncrypted ? try NIOSSLContext(configuration: configuration.offeringHTTP2) : nil
      let (channel, streams, agreement) = try await ClientBootstrap(
        group: MultiThreadedEventLoopGroup.singleton
      )
      .connectTimeout(connectTimeout)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .enablingTCPKeepAlive()
      .connect(host: address.name, port: address.port ?? (isEncrypted ? 443 : 80)) { channel in
        channel.eventLoop.makeCompletedFuture {
          () -> (any Channel, Streams, EventLoopFuture<String?>?) in
          let pipeline = channel.pipeline.syncOperations
          var agreement: ALPNHandler?
          if let tls {
            let name = address.nameForCertificate
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
            let handler = ALPNHandler(within: connectTimeout, on: channel.eventLoop)
            try pipeline.addHandler(handler)
            agreement = handler
          }
          let streams = try pipeline.configureAsyncHTTP2Pipeline(
            mode: .client,
            configuration: NIOHTTP2Handler.Configuration()
          ) { stream in
            // A stream opened by the service is closed, since gRPC services do not open streams.
            stream.close()
          }
          return (channel, streams, agreement?.protocolName)
        }
      }
      let link = GRPCLink(channel: channel, streams: streams, address: address)
      guard let agreement else { return link }
      do {
        guard try await agreement.get() == "h2" else {
          throw TransportFailure(.noHTTP2, mayHaveArrived: false)
        }
        return link
      } catch {
        link.close()
        throw error
      }
    } catch {
      throw TransportFailure.translatingConnectionError(error)
    }
  }

  /// Performs the call, and closes the connection when it ends.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `google.firestore.v1.Firestore/Listen`.
  ///   - fields: The metadata of the call, with lowercase names.
  ///   - requests: The messages to send; when the stream ends, the call is canceled.
  ///   - receive: A closure that receives the service's messages, one after another.
  /// - Returns: The status from the service, or nil if the client ended the call.
  /// - Throws: A `TransportFailure` if the connection broke, or the errors from `receive`.
  func call(
    _ method: String,
    _ fields: [(String, String)],
    _ requests: AsyncStream<[UInt8]>,
    _ receive: @escaping @Sendable ([UInt8]) async throws -> Void
  ) async throws -> Status? {
    defer { channel.close(promise: nil) }
    do {
      let stream = try await streams.openStream { stream in
        stream.eventLoop.makeCompletedFuture {
          try Stream(wrappingChannelSynchronously: stream)
        }
      }
      return try await stream.executeThenClose { inbound, outbound in
        try await outbound.write(.headers(.init(headers: head(method, fields))))
        return try await withThrowingTaskGroup(of: Status?.self) { group in
          group.addTask { try await Self.receive(inbound, receive) }
          group.addTask {
            for await message in requests {
              let data = ByteBuffer(bytes: GRPCFrameCodec.frame(message))
              try await outbound.write(.data(.init(data: .byteBuffer(data))))
            }
            return nil
          }
          // The first task to end cancels the other.
          defer { group.cancelAll() }
          return try await group.next() ?? nil
        }
      }
    } catch let error where error is StoreError || error is GRPCFrameCodec.Problem {
      throw error
    } catch {
      throw TransportFailure.translatingConnectionError(error)
    }
  }

  /// Closes the connection; needed only if no call is made.
  func close() { channel.close(promise: nil) }

  private func head(_ method: String, _ fields: [(String, String)]) -> HPACKHeaders {
    let port = address.port.map { ":\($0)" } ?? ""
    let own = [
      (":method", "POST"), (":scheme", address.scheme), (":path", "/\(method)"),
      (":authority", address.host + port), ("te", "trailers"), ("content-type", "application/grpc"),
    ]
    return HPACKHeaders(own + fields)
  }

  private static func receive(
    _ inbound: NIOAsyncChannelInboundStream<HTTP2Frame.FramePayload>,
    _ receive: ([UInt8]) async throws -> Void
  ) async throws -> Status {
    var framing = GRPCFrameCodec(limit: maximumMessageBytes)
    for try await frame in inbound {
      switch frame {
      case .data(let data):
        guard case .byteBuffer(let bytes) = data.data else { continue }
        for message in try framing.take(bytes.readableBytesView) { try await receive(message) }
      case .headers(let headers):
        if let status = Status(headers.headers) { return status }
        if headers.endStream {
          throw TransportFailure(.other("it does not support gRPC"), mayHaveArrived: true)
        }
      default: continue
      }
    }
    throw TransportFailure(.closed, mayHaveArrived: true)
  }
}

extension GRPCLink.Status {
  /// Reads the status from headers, or returns nil if they contain none.
  fileprivate init?(_ headers: HPACKHeaders) {
    guard let code = headers.first(name: "grpc-status").flatMap({ Int($0) }) else { return nil }
    self.code = code
    message = PercentEncoding.decode(headers.first(name: "grpc-message") ?? "")
  }
}

extension ClientBootstrap {
  /// Enables TCP keep-alive, which detects a lost connection within two minutes, for example after
  /// a network change.
  fileprivate func enablingTCPKeepAlive() -> ClientBootstrap {
    let base = channelOption(.socketOption(.so_keepalive), value: 1)
    return TCPKeepAlive.options.reduce(base) { bootstrap, option in
      bootstrap.channelOption(
        .tcpOption(NIOBSDSocket.Option(rawValue: option.name)),
        value: Int(option.value)
      )
    }
  }
}

extension TLSConfiguration {
  fileprivate var offeringHTTP2: TLSConfiguration {
    var configuration = self
    configuration.applicationProtocols = ["h2"]
    return configuration
  }
}

/// A channel handler that determines the protocol negotiated for an encrypted connection.
private final class ALPNHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// The protocol, or nil if the server did not select one.
  let protocolName: EventLoopFuture<String?>
  private var promise: EventLoopPromise<String?>?
  private let time: TimeAmount
  private var timer: Scheduled<Void>?

  init(within time: TimeAmount, on eventLoop: any EventLoop) {
    self.time = time
    let promise = eventLoop.makePromise(of: String?.self)
    protocolName = promise.futureResult
    self.promise = promise
  }

  func handlerAdded(context: ChannelHandlerContext) {
    timer = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [time] in
      self.end(.failure(ChannelError.connectTimeout(time)))
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted(let name)? = event as? TLSUserEvent { end(.success(name)) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(.failure(error))
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    end(.failure(ChannelError.eof))
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { end(.failure(ChannelError.eof)) }

  private func end(_ result: Result<String?, any Error>) {
    timer?.cancel()
    promise?.completeWith(result)
    promise = nil
  }
}
#endif
