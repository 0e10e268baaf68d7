#if Network
import NIOCore
import NIOWebSocket

/// A handler that rejects frames that clients must not send: unmasked frames, and frames with
/// reserved bits (RFC 6455, sections 5.1 and 5.2).
final class FrameValidator: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  /// A frame that violates the protocol.
  struct Fault: Error {}

  private var hasFailed = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasFailed else { return }
    let frame = Self.unwrapInboundIn(data)
    guard frame.maskKey != nil, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      hasFailed = true
      return context.fireErrorCaught(Fault())
    }
    context.fireChannelRead(data)
  }
}
#endif
