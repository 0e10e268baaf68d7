import NIOCore
import NIOHTTP1

/// Looks at requests before it is decided how their connection goes on.
///
/// Only what becomes a WebSocket may ask for another protocol: where NIO finds no use for such a wish, it
/// loses the request, and its parser takes nothing that follows. Such a request is therefore the last of
/// its connection, and the wish is not passed on. What is no HTTP ends the connection.
final class RequestGate: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  private let webSockets: (any WebSocketService)?
  /// Whether the connection is a WebSocket, or about to become one.
  private var isWebSocket = false

  init(webSockets: (any WebSocketService)?) {
    self.webSockets = webSockets
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What a WebSocket reads are bytes.
    guard !isWebSocket, case .head(var head) = Self.unwrapInboundIn(data),
      head.headers.contains(name: "upgrade")
    else { return context.fireChannelRead(data) }
    isWebSocket = isAcceptable(head)
    if !isWebSocket {
      head.headers.remove(name: "upgrade")
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    context.fireChannelRead(Self.wrapInboundOut(.head(head)))
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.fireErrorCaught(error)
    if error is HTTPParserError { context.close(promise: nil) }
  }

  /// Whether the upgrade to WebSocket that a request asks for will be made (RFC 6455, section 4.2.1).
  private func isAcceptable(_ head: HTTPRequestHead) -> Bool {
    guard let webSockets, webSockets.acceptsWebSocket(at: RequestTarget(head.uri)) else {
      return false
    }
    return head.method == .GET
      && head.headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "websocket" }
      && head.headers["sec-websocket-key"].count == 1
      && head.headers["sec-websocket-version"] == ["13"]
  }
}
