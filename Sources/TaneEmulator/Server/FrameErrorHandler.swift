#if Network
import NIOCore
import NIOWebSocket

/// A handler that reports invalid or misplaced frames to a WebSocket client and ends the connection
/// (RFC 6455, sections 5.4 and 7.1.7).
final class FrameErrorHandler: ChannelInboundHandler, Sendable {
  typealias InboundIn = Never
  typealias OutboundOut = WebSocketFrame

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let code = Self.code(of: error) {
      context.writeAndFlush(Self.wrapOutboundOut(.closing(code)), promise: nil)
      context.triggerUserOutboundEvent(GracefulCloseHandler.Event.end, promise: nil)
    }
    context.fireErrorCaught(error)
  }

  private static func code(of fault: any Error) -> WebSocketErrorCode? {
    switch fault {
    case is FrameValidator.Fault: .protocolError
    case NIOWebSocketError.invalidFrameLength: .messageTooLarge
    case is NIOWebSocketError: .protocolError
    case NIOWebSocketFrameAggregator.Error.tooManyFragments,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge:
      .messageTooLarge
    case is NIOWebSocketFrameAggregator.Error: .protocolError
    default: nil
    }
  }
}

extension WebSocketFrame {
  /// Returns the frame that closes a connection.
  static func closing(_ code: WebSocketErrorCode) -> WebSocketFrame {
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }

  /// Returns the response to a closing frame: the same code, or an error code if the frame is
  /// invalid (sections 5.5.1, 7.4 and 8.1).
  static func closing(replyingTo frame: WebSocketFrame) -> WebSocketFrame {
    var data = frame.unmaskedData
    guard data.readableBytes > 0 else {
      return WebSocketFrame(fin: true, opcode: .connectionClose, data: ByteBuffer())
    }
    guard let code = data.readInteger(as: UInt16.self), isAllowed(code) else {
      return .closing(.protocolError)
    }
    guard data.isUTF8 else { return .closing(.dataInconsistentWithMessage) }
    return .closing(WebSocketErrorCode(codeNumber: Int(code)))
  }

  /// Returns true if an endpoint may send a close code; other codes are reserved or never sent
  /// (section 7.4).
  private static func isAllowed(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

extension ByteBuffer {
  /// A Boolean value indicating whether the readable bytes are valid UTF-8.
  var isUTF8: Bool { String(validating: readableBytesView, as: UTF8.self) != nil }
}
#endif
