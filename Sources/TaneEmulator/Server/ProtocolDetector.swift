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
  private let choose: (Version) throws -> Void
  private let giveUp: (any Error) -> Void
  private var timer: IdleTimer?
  private var received = ByteBuffer()
  private var isChosen = false

  /// Creates a handler.
  ///
  /// - Parameters:
  ///   - idleTime: The time without input after which the connection is closed.
  ///   - choose: Adds the handlers for an HTTP version to the end of the pipeline.
  ///   - giveUp: Called with the error if the connection ends before a choice, or if `choose`
  ///     throws.
  init(
    idleTime: Duration,
    choose: @escaping (Version) throws -> Void,
    giveUp: @escaping (any Error) -> Void
  ) {
    self.idleTime = idleTime
    self.choose = choose
    self.giveUp = giveUp
  }

  func handlerAdded(context: ChannelHandlerContext) {
    timer = IdleTimer(idleTime, on: context.eventLoop) { context.close(promise: nil) }
    timer?.start()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.invalidate()
    timer = nil
    if !isChosen { giveUp(ChannelError.eof) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isChosen else { return context.fireChannelRead(data) }
    var bytes = Self.unwrapInboundIn(data)
    received.writeBuffer(&bytes)
    timer?.start()
    let first = received.readableBytesView.prefix(Self.preface.count)
    if !Self.preface.starts(with: first) {
      take(.http1, context)
    } else if first.count == Self.preface.count {
      take(.http2, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // No more input follows: the HTTP/1.1 handlers report the error.
    if event as? ChannelEvent == .inputClosed, !isChosen { take(.http1, context) }
    context.fireUserInboundEventTriggered(event)
  }

  private func take(_ version: Version, _ context: ChannelHandlerContext) {
    isChosen = true
    timer?.stop()
    do {
      try choose(version)
    } catch {
      giveUp(error)
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
