#if Network
import NIOCore

/// A handler that detects from the first bytes of a connection whether it uses HTTP/1.1 or HTTP/2,
/// which gRPC clients start without negotiation (RFC 9113, section 3.3).
///
/// The bytes read are passed to the handlers of the protocol.
final class ProtocolDetector: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  enum Version {
    case http1
    case http2
  }

  /// The connection preface that every HTTP/2 client sends.
  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  private let idleTime: Duration
  private let configure: (Version) throws -> Void
  private let onFailure: (any Error) -> Void
  private var timer: IdleTimer?
  private var received = ByteBuffer()
  private var hasDetected = false

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - idleTime: The time without input after which the connection is closed.
  ///   - configure: Adds the handlers for an HTTP version to the end of the pipeline.
  ///   - onFailure: Called with the error if the connection ends before its protocol is detected,
  ///     or if `configure` throws.
  init(
    idleTime: Duration,
    configure: @escaping (Version) throws -> Void,
    onFailure: @escaping (any Error) -> Void
  ) {
    self.idleTime = idleTime
    self.configure = configure
    self.onFailure = onFailure
  }

  func handlerAdded(context: ChannelHandlerContext) {
    timer = IdleTimer(idleTime, on: context.eventLoop) { context.close(promise: nil) }
    timer?.start()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.invalidate()
    timer = nil
    if !hasDetected { onFailure(ChannelError.eof) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasDetected else { return context.fireChannelRead(data) }
    var bytes = Self.unwrapInboundIn(data)
    received.writeBuffer(&bytes)
    timer?.start()
    let first = received.readableBytesView.prefix(Self.preface.count)
    if !Self.preface.starts(with: first) {
      finishDetection(.http1, context)
    } else if first.count == Self.preface.count {
      finishDetection(.http2, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // No more input follows: the HTTP/1.1 handlers report the error.
    if event as? ChannelEvent == .inputClosed, !hasDetected { finishDetection(.http1, context) }
    context.fireUserInboundEventTriggered(event)
  }

  private func finishDetection(_ version: Version, _ context: ChannelHandlerContext) {
    hasDetected = true
    timer?.stop()
    do {
      try configure(version)
    } catch {
      onFailure(error)
      return context.close(promise: nil)
    }
    if received.readableBytes > 0 {
      context.fireChannelRead(Self.wrapInboundOut(received))
      context.fireChannelReadComplete()
    }
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }
}
#endif
