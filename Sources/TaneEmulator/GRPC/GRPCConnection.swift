#if Network
import HTTPTypes
import NIOCore
import NIOHPACK
import NIOHTTP2

/// One HTTP/2 connection with any number of concurrent calls.
///
/// Calls have no channels of their own, because a channel costs more than most calls: the
/// connection stores the state of each call. Use a connection only on its event loop.
final class GRPCConnection: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// The receive window of a connection: the maximum number of unread bytes in all its calls.
  private static let windowSize = 4 << 20

  private let channel: any Channel
  private let service: any GRPCService
  private let server: ServerContext
  private let activity: GRPCCallTracker
  private let responses = ResponseBudget()
  let requests = RequestBudget()
  private let address: String?
  /// The last host name that passed the access check; most clients use only one.
  private var knownHost: String?
  private var context: ChannelHandlerContext?
  private var streams: [HTTP2StreamID: GRPCStream] = [:]
  /// The identifier of the last opened stream; stream identifiers only increase.
  private var lastID = HTTP2StreamID.rootStream
  /// The number of running calls, including calls whose clients have disconnected.
  private var callCount = 0
  private var ended: EventLoopPromise<Void>?
  /// The timer that closes the connection after a grace period, once the connection is finishing.
  private var closeTimer: IdleTimer?

  private init(_ channel: any Channel, _ service: any GRPCService, _ server: ServerContext) {
    self.channel = channel
    self.service = service
    self.server = server
    activity = GRPCCallTracker(channel, server.connections)
    address = channel.localAddress?.ipAddress
  }

  /// Handles calls on a connection, and returns a future that succeeds when the connection and all
  /// its calls have ended.
  ///
  /// Call this method on the connection's event loop.
  static func serve(
    _ channel: any Channel,
    _ service: any GRPCService,
    _ server: ServerContext
  ) throws -> EventLoopFuture<Void> {
    // A client that closes its side of the connection is treated as disconnected.
    _ = channel.setOption(.allowRemoteHalfClosure, value: false)
    let connection = GRPCConnection(channel, service, server)
    let goAway = GoAwayWatcher(eventLoop: channel.eventLoop) { [weak connection] in
      connection?.close()
    }
    let http2 = http2(server.limits, reportingTo: goAway)
    try channel.pipeline.syncOperations.addHandlers([http2, connection])
    let ended = channel.eventLoop.makePromise(of: Void.self)
    connection.ended = ended
    return ended.futureResult
  }

  private static func http2(
    _ limits: ServerLimits,
    reportingTo delegate: GoAwayWatcher
  ) -> NIOHTTP2Handler {
    var connection = NIOHTTP2Handler.ConnectionConfiguration()
    connection.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: limits.grpcStreams),
      HTTP2Setting(parameter: .maxHeaderListSize, value: 64 * 1024),
      HTTP2Setting(parameter: .initialWindowSize, value: GRPCStream.windowSize),
    ]
    // Apps with many listeners cancel many calls at the same time; the limits stop only misbehaving
    // clients.
    connection.maximumRecentlyResetStreams = limits.grpcStreams
    connection.controlFrameRateLimit.maximumCount = 10 * limits.grpcStreams
    var stream = NIOHTTP2Handler.StreamConfiguration()
    stream.streamResetFrameRateLimit.maximumCount = 10 * limits.grpcStreams
    stream.streamErrorRateLimit.maximumCount = 10 * limits.grpcStreams
    return NIOHTTP2Handler(
      mode: .server,
      frameDelegate: delegate,
      connectionConfiguration: connection,
      streamConfiguration: stream
    )
  }
}

// Inbound events.
extension GRPCConnection {
  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    closeTimer?.invalidate()
    closeTimer = nil
    closeCalls()
    finishIfIdle()
  }

  func channelInactive(context: ChannelHandlerContext) {
    closeCalls()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let head) where frame.streamID > lastID: begin(frame.streamID, head)
    case .headers(let trailers) where trailers.endStream: streams[frame.streamID]?.take(nil)
    case .data(let data): streams[frame.streamID]?.take(data)
    case .goAway: finish()
    // NIO handles all other frames, and sends events about streams.
    default: break
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let change as NIOHTTP2WindowUpdatedEvent where change.streamID == .rootStream:
      enlargeWindow(change.inboundWindowSize, of: Self.windowSize, on: .rootStream)
    case let change as NIOHTTP2WindowUpdatedEvent:
      streams[change.streamID]?.update(window: change.inboundWindowSize)
    case let end as StreamClosedEvent:
      streams.removeValue(forKey: end.streamID)?.close()
      if closeTimer != nil, streams.isEmpty { close() }
    case let change as NIOHTTP2BulkStreamWindowChangeEvent:
      for stream in streams.values { stream.add(toWindow: change.delta) }
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  /// Closes all calls of the connection.
  private func closeCalls() {
    let left = streams.values
    streams = [:]
    for stream in left { stream.close() }
  }

  /// Lets the current calls finish within the grace period, and then closes the connection.
  private func finish() {
    guard closeTimer == nil else { return }
    closeTimer = IdleTimer(server.limits.grace, on: channel.eventLoop) { [weak self] in
      self?.context?.close(promise: nil)
    }
    closeTimer?.start()
    if streams.isEmpty { close() }
  }

  /// Closes the connection after all pending frames are written.
  private func close() {
    guard context != nil else { return }
    finish()
    closeCalls()
    context?.triggerUserOutboundEvent(GracefulCloseHandler.Event.end, promise: nil)
  }
}

// Calls.
extension GRPCConnection {
  private func begin(_ id: HTTP2StreamID, _ head: HTTP2Frame.FramePayload.Headers) {
    lastID = id
    let start = ContinuousClock.now
    let path = head.headers.first(name: ":path") ?? ""
    guard head.headers.first(name: "content-type")?.hasPrefix("application/grpc") == true else {
      reject(id, head)
      return server.log(head.headers.first(name: ":method") ?? "", path, 415, since: start)
    }
    let method = String(path.drop { $0 == "/" })
    let stream = GRPCStream(
      id,
      of: self,
      on: channel.eventLoop,
      isEndless: service.isEndless(method),
      messageBytes: server.limits.grpcMessageBytes,
      reservation: ResponseBudget.Reservation(in: responses)
    )
    streams[id] = stream
    callCount += 1
    if !stream.isEndless { activity.begin() }
    let writer = GRPCWriter(stream, on: channel.eventLoop, delaysLastFrames: !stream.isEndless)
    let responder = GRPCResponder(
      call: GRPCCall(
        method: method,
        requests: stream.reader.messages,
        activity: activity,
        reservation: stream.reservation,
        write: writer.write
      ),
      service: service,
      rejection: rejection(of: head.headers),
      reader: stream.reader,
      writer: writer
    ) { [server] failure in
      server.log("POST", path, failure?.status.httpStatus.code ?? 200, since: start)
    }
    if head.endStream { stream.take(nil) }
    stream.begin(responder)
  }

  /// Rejects a request that is not a gRPC call.
  private func reject(_ id: HTTP2StreamID, _ head: HTTP2Frame.FramePayload.Headers) {
    let answer: HPACKHeaders = [":status": "415"]
    let promise = channel.eventLoop.makePromise(of: Void.self)
    if !head.endStream {
      promise.futureResult.assumeIsolated().whenSuccess { self.reset(id) }
    }
    write(.headers(.init(headers: answer, endStream: true)), on: id, promise)
    flush()
  }

  private func rejection(of headers: HPACKHeaders) -> GoogleFailure? {
    guard !server.connections.isEnding else {
      return GoogleFailure(.unavailable, "The emulator is shutting down.")
    }
    guard closeTimer == nil else {
      return GoogleFailure(.unavailable, "The client has closed the connection to new calls.")
    }
    let host = headers.first(name: ":authority") ?? headers.first(name: "host") ?? ""
    let isPage = headers.contains(name: "origin") || headers.contains(name: "sec-fetch-site")
    guard isPage || host != knownHost else { return nil }
    if let message = server.access.rejectionMessage(of: headers, at: address) {
      return GoogleFailure(.permissionDenied, message)
    }
    if !isPage { knownHost = host }
    return nil
  }

  /// Records the end of a call whose response was written or whose client has disconnected.
  func end(_ stream: GRPCStream) {
    callCount -= 1
    stream.reservation.leave()
    requests.release(stream.id)
    if !stream.isEndless { activity.end() }
    finishIfIdle()
  }

  private func finishIfIdle() {
    guard context == nil, callCount == 0 else { return }
    ended?.succeed()
    ended = nil
  }
}

// Outbound frames.
extension GRPCConnection {
  func write(
    _ payload: HTTP2Frame.FramePayload,
    on id: HTTP2StreamID,
    _ promise: EventLoopPromise<Void>? = nil
  ) {
    guard let context else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    let frame = HTTP2Frame(streamID: id, payload: payload)
    context.write(Self.wrapOutboundOut(frame), promise: promise)
  }

  func flush() { context?.flush() }

  /// Resets a stream whose client is still sending, with NO_ERROR (RFC 9113, section 8.1): the
  /// client may treat any other code as a cancellation.
  func reset(_ id: HTTP2StreamID) {
    write(.rstStream(.noError), on: id)
    flush()
  }

  /// Enlarges the receive window by the size of the data read, once half of the window is used.
  func enlargeWindow(_ window: Int?, of size: Int, on id: HTTP2StreamID) {
    guard let window, window <= size / 2 else { return }
    write(.windowUpdate(windowSizeIncrement: size - window), on: id)
  }
}

/// A watcher that runs an action once NIO has sent GOAWAY because a client violated the protocol;
/// NIO leaves such a connection open.
private struct GoAwayWatcher: NIOHTTP2FrameDelegate {
  let eventLoop: any EventLoop
  let action: () -> Void

  func wroteFrame(_ frame: HTTP2Frame) {
    guard case .goAway = frame.payload else { return }
    // The action is deferred, because the frame has not been written yet.
    eventLoop.assumeIsolated().execute(action)
  }
}
#endif
