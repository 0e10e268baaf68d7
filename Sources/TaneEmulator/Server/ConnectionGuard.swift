#if Network
import NIOCore

/// Ends connections so that clients get all that was written, and those of clients that take nothing.
///
/// A socket that is closed with data pending loses them, and one that is closed with data unread makes the
/// client's system drop what the client has not read yet. Before a connection is closed, everything is
/// therefore written, then the sending side is closed, and what still comes is dropped until the client
/// closes as well (RFC 9112, section 9.6).
final class ConnectionGuard: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// The outbound user events that the handler supports.
  enum Event: Sendable {
    /// Succeeds when everything that was written is with the system.
    case flush
    /// Ends the connection after everything that was written; what comes from now on is dropped.
    case end
  }

  /// The most bytes that are read and dropped so that a client hears why they were too many.
  private static let drainedBytes = 1 << 30
  /// The bytes that a client has to send within the linger time to get more of it.
  private static let progressBytes = 1 << 20

  private let limits: ServerLimits
  private var stall: IdleTimer?
  private var lingering: IdleTimer?
  private var isFlushing = false
  private var isEnding = false
  private var isInputClosed = false
  private var drained = 0

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) {
    stall = IdleTimer(limits.idleTime, on: context.eventLoop) { context.close(promise: nil) }
    lingering = IdleTimer(limits.lingerTime, on: context.eventLoop) { context.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stall?.invalidate()
    lingering?.invalidate()
    (stall, lingering) = (nil, nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    noteProgress(context)
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isEnding else { return context.fireChannelRead(data) }
    let before = drained
    drained += Self.unwrapInboundIn(data).readableBytes
    guard drained < Self.drainedBytes else { return context.close(promise: nil) }
    // A byte now and then must not keep a connection open.
    let hasProgress = drained / Self.progressBytes > before / Self.progressBytes
    if hasProgress, !isFlushing { lingering?.start() }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard isEnding else { return context.fireChannelReadComplete() }
    context.read()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { isInputClosed = true }
    context.fireUserInboundEventTriggered(event)
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    switch event as? Event {
    case .flush: flush(context).cascade(to: promise)
    case .end:
      end(context)
      promise?.succeed()
    case nil: context.triggerUserOutboundEvent(event, promise: promise)
    }
  }

  /// Waits for the client only while it has something to take.
  private func noteProgress(_ context: ChannelHandlerContext) {
    if context.channel.isWritable, !isFlushing { stall?.stop() } else { stall?.start() }
  }

  private func flush(_ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
    let promise = context.eventLoop.makePromise(of: Void.self)
    isFlushing = true
    noteProgress(context)
    // Written behind everything else.
    context.writeAndFlush(Self.wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: promise)
    let flushed = promise.futureResult
    flushed.assumeIsolated().whenComplete { _ in
      self.isFlushing = false
      self.noteProgress(context)
    }
    return flushed
  }

  private func end(_ context: ChannelHandlerContext) {
    guard !isEnding else { return }
    isEnding = true
    context.read()
    flush(context).assumeIsolated().whenComplete { _ in self.linger(context) }
  }

  private func linger(_ context: ChannelHandlerContext) {
    guard context.channel.isActive, !isInputClosed else { return context.close(promise: nil) }
    // From now on the connection ends when the client closes its side.
    _ = context.channel.setOption(.allowRemoteHalfClosure, value: false)
    context.close(mode: .output, promise: nil)
    lingering?.start()
    context.read()
  }
}

extension ServerContext {
  /// Ends a connection when its client has everything that was written, or is gone.
  func end(_ channel: any Channel) async {
    do {
      try await channel.triggerUserOutboundEvent(ConnectionGuard.Event.flush).get()
      guard connections.note(.idle, for: channel) else { return }
      try await channel.triggerUserOutboundEvent(ConnectionGuard.Event.end).get()
      try await channel.closeFuture.get()
    } catch {
      // The connection is closed already.
    }
  }
}
#endif
