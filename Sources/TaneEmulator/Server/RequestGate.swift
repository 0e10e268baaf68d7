import HTTPTypes
import NIOCore
import NIOHTTP1

/// Looks at requests before it is decided how their connection goes on.
///
/// Only what becomes a WebSocket may ask for another protocol: where NIO finds no use for such a wish, it
/// loses the request, and its parser takes nothing that follows. Such a request is therefore the last of
/// its connection, and the wish is not passed on.
///
/// What is no HTTP is refused and ends the connection. NIO's own handler would refuse it also where the
/// request has been answered before its end, as one with too large a body is; its pipeline takes no second
/// answer.
final class RequestGate: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let webSockets: (any WebSocketService)?
  /// Whether the connection is a WebSocket, or about to become one.
  private var isWebSocket = false
  /// How far the request and its answer are.
  private var exchange = Exchange()
  /// Whether nothing more is to be said.
  private var isOver = false

  init(webSockets: (any WebSocketService)?) {
    self.webSockets = webSockets
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What a WebSocket reads are bytes.
    guard !isWebSocket else { return context.fireChannelRead(data) }
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      exchange.beginRequest()
      guard head.headers.contains(name: "upgrade") else { break }
      return context.fireChannelRead(Self.wrapInboundOut(.head(admitted(head))))
    case .body: break
    case .end: exchange.endRequest()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isWebSocket else { return context.write(data, promise: promise) }
    guard !isOver else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch Self.unwrapOutboundIn(data) {
    case .head(let head) where head.status.code < 200: break
    case .head: exchange.beginAnswer()
    case .body: break
    case .end: exchange.endAnswer()
    }
    context.write(data, promise: promise)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let fault = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    if exchange.awaitsAnswer, !isOver { refuse(fault, context) }
    isOver = true
    context.fireErrorCaught(error)
    context.triggerUserOutboundEvent(ConnectionGuard.Event.end, promise: nil)
  }

  private func refuse(_ fault: HTTPParserError, _ context: ChannelHandlerContext) {
    let response: EmulatorResponse =
      fault == .headerOverflow
      ? .refusal(.requestHeaderFieldsTooLarge, "the request's header is too large")
      : .refusal(.badRequest, "the request is malformed")
    guard case .bytes(let bytes) = response.body else { return }
    var head = HTTPResponseHead(response)
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    head.headers.replaceOrAdd(name: "Content-Length", value: String(bytes.count))
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    let body = ByteBuffer(bytes: bytes)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// The head of a request that asks for another protocol, without that wish where it is not met.
  private func admitted(_ head: HTTPRequestHead) -> HTTPRequestHead {
    isWebSocket = isAcceptable(head)
    guard !isWebSocket else { return head }
    var head = head
    head.headers.remove(name: "upgrade")
    head.headers.replaceOrAdd(name: "connection", value: "close")
    return head
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

/// How far a request and its answer are, which may end one before the other.
private struct Exchange {
  private var isRequesting = false
  private var isAnswering = false
  private var hasAnswer = false

  /// Whether nothing has been said to what is being read.
  var awaitsAnswer: Bool { !isAnswering && !(isRequesting && hasAnswer) }

  mutating func beginRequest() {
    isRequesting = true
    hasAnswer = false
  }

  mutating func endRequest() { isRequesting = false }

  mutating func beginAnswer() {
    isAnswering = true
    hasAnswer = true
  }

  mutating func endAnswer() { isAnswering = false }
}
