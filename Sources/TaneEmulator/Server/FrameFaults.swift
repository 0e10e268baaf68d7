import NIOCore
import NIOWebSocket

/// Tells a client of a WebSocket that its frames cannot be put together, and ends (RFC 6455, sections 5.4
/// and 7.1.7).
final class FrameFaults: ChannelInboundHandler, Sendable {
  typealias InboundIn = Never
  typealias OutboundOut = WebSocketFrame

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let fault = error as? NIOWebSocketFrameAggregator.Error else {
      return context.fireErrorCaught(error)
    }
    let frame = WebSocketFrame.closing(Self.code(of: fault))
    context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
    context.fireErrorCaught(error)
    context.close(promise: nil)
  }

  private static func code(of fault: NIOWebSocketFrameAggregator.Error) -> WebSocketErrorCode {
    switch fault {
    case .tooManyFragments, .accumulatedFrameSizeIsTooLarge: .messageTooLarge
    case .nonFinalFragmentSizeIsTooSmall, .receivedNewFrameWithoutFinishingPrevious,
      .didReceiveFragmentBeforeReceivingTextOrBinaryFrame:
      .protocolError
    }
  }
}

extension WebSocketFrame {
  /// The frame that ends a connection.
  static func closing(_ code: WebSocketErrorCode) -> WebSocketFrame {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }
}
