#if Network
import NIOCore

/// A handler that closes connections without losing data, and disconnects clients that do not read.
///
/// Closing a socket with pending data loses the data, and closing one with unread data makes the
/// client's system drop data that the client has not read yet. Before a connection is closed, all
/// pending data is therefore written, the sending side is closed, and further input is dropped
/// until the client closes its side (RFC 9112, section 9.6).
final class GracefulCloseHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// The outbound user events that the handler supports.
  enum Event: Sendable {
    /// Writes all pending data; the event's promise succeeds when the data has been passed to the
    /// system.
    case flush
    /// Ends the connection after all pending data is written; further input is dropped.
    case end
  }

  /// The maximum number of bytes that are read and dropped so that the client receives the error
  /// response.
  private static let maximumDrainedBytes = 1 << 30
  /// The number of bytes that a client must send within the linger time to extend it.
  private static let progressBytes = 1 << 20

  private let limits: ServerLimits
  private var stallTimer: IdleTimer?
  private var lingerTimer: IdleTimer?
  private var isFlushing = false
  private var isEnding = false
  private var isInputClosed = false
  private var drainedBytes = 0

  init(_ limits: ServerLimits) {
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) {
    stallTimer = IdleTimer(limits.idleTime, on: context.eventLoop) { context.close(promise: nil) }
    lingerTimer = IdleTimer(limits.lingerTime, on: context.eventLoop) {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    stallTimer?.invalidate()
    lingerTimer?.invalidate()
    (stallTimer, lingerTimer) = (nil, nil)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    recordProgress(context)
    context.fireChannelWritabilityChanged()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isEnding else { return context.fireChannelRead(data) }
    let before = drainedBytes
    drainedBytes += Self.unwrapInboundIn(data).readableBytes
    guard drainedBytes < Self.maximumDrainedBytes else { return context.close(promise: nil) }
    // A client must not keep a connection open by sending single bytes.
    let hasProgress = drainedBytes / Self.progressBytes > before / Self.progressBytes
    if hasProgress, !isFlushing { lingerTimer?.start() }
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

  /// Starts or stops `stallTimer`, the timer that runs only while the client has data to read.
  private func recordProgress(_ context: ChannelHandlerContext) {
    if context.channel.isWritable, !isFlushing { stallTimer?.stop() } else { stallTimer?.start() }
  }

  private func flush(_ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
    let promise = context.eventLoop.makePromise(of: Void.self)
    isFlushing = true
    recordProgress(context)
    // This empty write succeeds after all earlier writes.
    context.writeAndFlush(Self.wrapOutboundOut(.byteBuffer(ByteBuffer())), promise: promise)
    let flushed = promise.futureResult
    flushed.assumeIsolated().whenComplete { _ in
      self.isFlushing = false
      self.recordProgress(context)
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
    // From now on, the connection ends when the client closes its side.
    _ = context.channel.setOption(.allowRemoteHalfClosure, value: false)
    context.close(mode: .output, promise: nil)
    lingerTimer?.start()
    context.read()
  }
}

extension ServerContext {
  /// Ends a connection once its client has received all data or has disconnected.
  func end(_ channel: any Channel) async {
    do {
      try await channel.triggerUserOutboundEvent(GracefulCloseHandler.Event.flush).get()
      guard connections.updateActivity(.idle, for: channel) else { return }
      try await channel.triggerUserOutboundEvent(GracefulCloseHandler.Event.end).get()
      try await channel.closeFuture.get()
    } catch {
      // The connection is already closed.
    }
  }
}
#endif
