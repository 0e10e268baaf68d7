#if Network
import NIOCore

/// A handler that closes connections without losing data, and disconnects clients that do not read.
///
/// Closing a socket with pending data loses the data, and closing one with unread data makes the
/// client's system drop data that the client has not read yet. Before a connection is closed,
/// everything is therefore written, the sending side is closed, and further input is dropped until
/// the client closes its side (RFC 9112, section 9.6).
final class GracefulCloseHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// The outbound user events that the handler supports.
  enum Event: Sendable {
    /// Flushes; the event's promise succeeds when everything has been passed to the system.
    case flush
    /// Ends the connection after everything is written; further input is dropped.
    case end
  }

  /// The maximum number of bytes that are read and dropped so that the client receives the error
  /// response.
  private static let maximumDrainedBytes = 1 << 30
  /// The number of bytes that a client must send within the linger time to extend it.
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
    guard drained < Self.maximumDrainedBytes else { return context.close(promise: nil) }
    // A client must not keep a connection open by sending single bytes.
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

  /// Starts or stops `stall`, the timer that runs only while the client has data to read.
  private func noteProgress(_ context: ChannelHandlerContext) {
    if context.channel.isWritable, !isFlushing { stall?.stop() } else { stall?.start() }
  }

  private func flush(_ context: ChannelHandlerContext) -> EventLoopFuture<Void> {
    let promise = context.eventLoop.makePromise(of: Void.self)
    isFlushing = true
    noteProgress(context)
    // This empty write succeeds after everything else is written.
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
    // From now on, the connection ends when the client closes its side.
    _ = context.channel.setOption(.allowRemoteHalfClosure, value: false)
    context.close(mode: .output, promise: nil)
    lingering?.start()
    context.read()
  }
}

extension ServerContext {
  /// Ends a connection once its client has received everything or has disconnected.
  func end(_ channel: any Channel) async {
    do {
      try await channel.triggerUserOutboundEvent(GracefulCloseHandler.Event.flush).get()
      guard connections.note(.idle, for: channel) else { return }
      try await channel.triggerUserOutboundEvent(GracefulCloseHandler.Event.end).get()
      try await channel.closeFuture.get()
    } catch {
      // The connection is already closed.
    }
  }
}
#endif
