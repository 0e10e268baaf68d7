#if Network
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A handler that checks each request before its connection is used for HTTP or WebSocket.
///
/// Only WebSocket requests may request an upgrade: NIO drops any other request with an upgrade, and
/// its parser ignores everything after that request. Such a request is therefore the last one on
/// its connection, and its upgrade header is removed.
///
/// A connection is closed if its client sends no request, or does not finish a request, within the
/// idle time.
///
/// A request that is not HTTP is rejected and its connection closed. NIO's own handler would also
/// respond to a request that was already rejected before its end, for example because of a large
/// body, but the pipeline does not accept a second response.
final class RequestGate: ChannelDuplexHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let webSockets: (any WebSocketService)?
  private let access: ClientAccessPolicy
  private let idleTime: Duration
  /// The timer that runs while the connection waits for the client.
  private var timer: IdleTimer?
  /// A Boolean value indicating whether the connection is a WebSocket or is being upgraded to one.
  private var isWebSocket = false
  /// The progress of the current request and its response.
  private var exchange = Exchange()
  /// A Boolean value indicating whether no more responses will be sent.
  private var hasEnded = false

  init(webSockets: (any WebSocketService)?, access: ClientAccessPolicy, idleTime: Duration) {
    self.webSockets = webSockets
    self.access = access
    self.idleTime = idleTime
  }

  func handlerAdded(context: ChannelHandlerContext) {
    timer = IdleTimer(idleTime, on: context.eventLoop) { self.handleTimeout(context) }
    timer?.start()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timer?.invalidate()
    timer = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // A WebSocket reads raw bytes.
    guard !isWebSocket else { return context.fireChannelRead(data) }
    switch Self.unwrapInboundIn(data) {
    case .head(let head):
      exchange.beginRequest()
      updateTimer()
      guard head.headers.contains(name: "upgrade") else { break }
      return context.fireChannelRead(
        Self.wrapInboundOut(.head(removingRejectedUpgrade(from: head, context)))
      )
    case .body: updateTimer()
    case .end:
      exchange.endRequest()
      updateTimer()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isWebSocket else { return context.write(data, promise: promise) }
    guard !hasEnded else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch Self.unwrapOutboundIn(data) {
    case .head(let head) where head.status.code < 200: break
    case .head: exchange.beginResponse()
    case .body: break
    case .end:
      exchange.endResponse()
      updateTimer()
    }
    context.write(data, promise: promise)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let fault = error as? HTTPParserError else { return context.fireErrorCaught(error) }
    context.fireErrorCaught(error)
    end(
      with: fault == .headerOverflow
        ? .rejection(.requestHeaderFieldsTooLarge, "the request's header is too large")
        : .rejection(.badRequest, "the request is malformed"),
      context
    )
  }

  /// Starts the timer if the client is expected to send data; otherwise stops it.
  private func updateTimer() {
    if exchange.awaitsClient, !isWebSocket { timer?.start() } else { timer?.stop() }
  }

  private func handleTimeout(_ context: ChannelHandlerContext) {
    guard exchange.isRequesting else { return context.close(promise: nil) }
    let message = "the request is not complete, and nothing was received for \(idleTime)"
    end(with: .rejection(.requestTimeout, message), context)
  }

  /// Ends the connection, with an error response if one is expected.
  private func end(with response: EmulatorResponse, _ context: ChannelHandlerContext) {
    if exchange.awaitsResponse, !hasEnded { write(response, context) }
    hasEnded = true
    timer?.stop()
    context.triggerUserOutboundEvent(GracefulCloseHandler.Event.end, promise: nil)
  }

  private func write(_ response: EmulatorResponse, _ context: ChannelHandlerContext) {
    guard case .bytes(let bytes) = response.body else { return }
    var head = HTTPResponseHead(response)
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    head.headers.replaceOrAdd(name: "Content-Length", value: String(bytes.count))
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    let body = ByteBuffer(bytes: bytes)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// Returns the head of a request, after removing an upgrade that is not accepted.
  private func removingRejectedUpgrade(
    from head: HTTPRequestHead,
    _ context: ChannelHandlerContext
  ) -> HTTPRequestHead {
    let address = context.channel.localAddress?.ipAddress
    isWebSocket = isAcceptable(head) && access.rejection(of: head, at: address) == nil
    guard !isWebSocket else {
      timer?.stop()
      return head
    }
    var head = head
    head.headers.remove(name: "upgrade")
    head.headers.replaceOrAdd(name: "connection", value: "close")
    return head
  }

  /// Returns true if a request is a valid upgrade to a WebSocket that the service accepts (RFC
  /// 6455, section 4.2.1).
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

/// The progress of a request and its response, either of which may end first.
private struct Exchange {
  private(set) var isRequesting = false
  private var isResponding = false
  private var hasResponse = false

  /// A Boolean value indicating whether no response to the current request has begun.
  var awaitsResponse: Bool { !isResponding && !(isRequesting && hasResponse) }

  /// A Boolean value indicating whether the client is expected to send the remainder of a request,
  /// or the next request.
  var awaitsClient: Bool { !isResponding && (isRequesting || hasResponse) }

  mutating func beginRequest() {
    isRequesting = true
    hasResponse = false
  }

  mutating func endRequest() { isRequesting = false }

  mutating func beginResponse() {
    isResponding = true
    hasResponse = true
  }

  mutating func endResponse() { isResponding = false }
}
#endif
