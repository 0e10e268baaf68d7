#if Network
import NIOCore
import NIOHTTP2

/// The state of one gRPC call: its reader and its pending response.
///
/// Use a stream only on its connection's event loop.
final class GRPCStream {
  /// The receive window of a call: the maximum number of unread bytes.
  static let windowSize = 1 << 15

  /// The maximum receive window, in bytes, for a message with reserved memory.
  private static let longWindowSize = 1 << 20

  let reader: GRPCReader
  let isEndless: Bool
  let reservation: ResponseBudget.Reservation
  let id: HTTP2StreamID
  private let connection: GRPCConnection
  private let eventLoop: any EventLoop
  /// The remaining receive window, in bytes, or nil if it is not known yet or the client has
  /// finished sending.
  private var window: Int?
  private var isOpen = true
  private var awaitsRoom = false
  private var hasReservation = false
  /// The responder, until the response starts.
  private var responder: GRPCResponder?
  private var task: Task<Void, Never>?

  init(
    _ id: HTTP2StreamID,
    of connection: GRPCConnection,
    on eventLoop: any EventLoop,
    isEndless: Bool,
    messageBytes: Int,
    reservation: ResponseBudget.Reservation
  ) {
    self.id = id
    self.connection = connection
    self.eventLoop = eventLoop
    self.isEndless = isEndless
    self.reservation = reservation
    reader = GRPCReader(
      messageBytes: messageBytes,
      windowSize: Self.windowSize,
      maximumMessages: isEndless ? .max : 1
    )
  }

  /// Starts the response: immediately if the call is endless or rejected, otherwise when the
  /// request is complete.
  func begin(_ responder: GRPCResponder) {
    self.responder = responder
    respondIfReady()
  }

  private func respondIfReady() {
    guard let responder, isEndless || reader.isDone || responder.rejection != nil else { return }
    self.responder = nil
    task = Task { await responder.respond() }
  }

  /// Receives data, or trailers if `data` is nil; trailers end the client's messages.
  func take(_ data: HTTP2Frame.FramePayload.Data?) {
    if case .byteBuffer(let bytes)? = data?.data { reader.take(bytes) }
    if data?.endStream ?? true { reader.end() }
    releaseWhenConsumed()
    respondIfReady()
  }

  /// Closes the stream after the response is complete or the client has disconnected.
  func close() {
    isOpen = false
    reader.stop()
    connection.requests.release(id)
    task?.cancel()
    guard responder != nil else { return }
    responder = nil
    connection.end(self)
  }
}

// Flow control.
extension GRPCStream {
  func update(window: Int?) {
    self.window = window
    enlargeStreamWindow()
  }

  func add(toWindow difference: Int) {
    window = window.map { $0 + difference }
  }

  /// Enlarges the receive window by the size of the data read, unless too many messages are pending
  /// or there is no room for a long message.
  private func enlargeStreamWindow() {
    guard isOpen, !awaitsRoom, let window, window <= Self.windowSize / 2, !reader.isDone else {
      return
    }
    if isEndless, !reader.messages.hasRoom { return awaitRoom() }
    guard let message = reader.longMessage else {
      return connection.enlargeWindow(window, of: Self.windowSize, on: id)
    }
    guard hasReservation else {
      awaitsRoom = true
      return connection.requests.reserve(message.total, for: id) {
        self.hasReservation = true
        self.resumeReading()
      }
    }
    let rest = min(message.total - message.count, Self.longWindowSize)
    connection.enlargeWindow(window, of: max(rest, Self.windowSize), on: id)
  }

  /// Releases the memory reserved for a message of an endless call once the message is consumed;
  /// other calls retain the reservation until they end.
  private func releaseWhenConsumed() {
    guard isEndless, hasReservation, !awaitsRoom, reader.longMessage == nil else { return }
    guard reader.messages.hasRoom else { return awaitRoom() }
    hasReservation = false
    connection.requests.release(id)
  }

  private func awaitRoom() {
    awaitsRoom = true
    let stream = NIOLoopBound(self, eventLoop: eventLoop)
    reader.messages.whenRoom { [eventLoop] in
      eventLoop.execute { stream.value.resumeReading() }
    }
  }

  private func resumeReading() {
    awaitsRoom = false
    releaseWhenConsumed()
    enlargeStreamWindow()
    connection.flush()
  }
}

// Outbound frames.
extension GRPCStream {
  /// Writes and flushes frames; the promise succeeds when the client has room for them.
  func write(_ parts: [HTTP2Frame.FramePayload], _ promise: EventLoopPromise<Void>) {
    guard isOpen, let last = parts.last else { return promise.fail(ChannelError.ioOnClosedChannel) }
    for part in parts.dropLast() { connection.write(part, on: id) }
    connection.write(last, on: id, promise)
    connection.flush()
  }

  /// Writes the last frames, and then resets the stream if the client is still sending: an earlier
  /// reset would drop unwritten frames.
  func end(_ parts: [HTTP2Frame.FramePayload]) {
    let written = eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { _ in
      if self.isOpen, !self.reader.isAtEnd { self.connection.reset(self.id) }
      self.connection.end(self)
    }
    write(parts, written)
  }
}
#endif
