#if Network
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Synchronization

/// One WebSocket connection (RFC 6455).
struct WebSocketConnection: Sendable {
  typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>
  typealias Outbound = NIOAsyncChannelOutboundWriter<WebSocketFrame>

  let channel: Channel
  let head: HTTPRequestHead
  let service: any WebSocketService
  let context: ServerContext

  /// Runs a conversation until either side ends it or the client stops responding.
  func serve() async throws {
    let start = ContinuousClock.now
    guard let request = HTTPRequest(head) else {
      return try await channel.executeThenClose { _, _ in }
    }
    _ = context.connections.updateActivity(.endless, for: channel.channel)
    let conversation = await service.openWebSocket(for: request)
    defer { context.log(head, Int(HTTPResponseStatus.switchingProtocols.code), since: start) }
    try await run(conversation)
  }

  private func run(_ conversation: any WebSocketConversation) async throws {
    conversation.outgoing.closeOnOverflow(channel.channel)
    try await channel.executeThenClose { inbound, outbound in
      let result: Result<Void, any Error>
      do {
        result = .success(try await exchange(inbound, outbound, for: conversation))
      } catch {
        result = .failure(error)
      }
      await conversation.close()
      await context.end(channel.channel)
      try result.get()
    }
  }

  private func exchange(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outbound: Outbound,
    for conversation: any WebSocketConversation
  ) async throws {
    let idleCounter = IdleIntervalCounter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await receive(inbound, outbound, for: conversation, idleCounter) }
      group.addTask { try await send(conversation, to: outbound, idleCounter) }
      group.addTask { try await watch(idleCounter, outbound) }
      // The first task to end cancels the others.
      defer {
        conversation.outgoing.finish(dropping: true)
        group.cancelAll()
      }
      try await group.next()
    }
  }

  private func receive(
    _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>,
    _ outbound: Outbound,
    for conversation: any WebSocketConversation,
    _ idleCounter: IdleIntervalCounter
  ) async throws {
    for try await frame in inbound {
      idleCounter.reset()
      switch frame.opcode {
      case .text where !frame.unmaskedData.isUTF8:
        return try await outbound.write(.closing(.dataInconsistentWithMessage))
      case .text, .binary:
        await conversation.receive(Array(frame.unmaskedData.readableBytesView))
      case .ping:
        try await outbound.write(WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData))
      case .connectionClose:
        return try await outbound.write(.closing(replyingTo: frame))
      case .pong: break
      default:
        // An undefined opcode ends the connection (section 5.2).
        return try await outbound.write(.closing(.protocolError))
      }
    }
  }

  private func send(
    _ conversation: any WebSocketConversation,
    to outbound: Outbound,
    _ idleCounter: IdleIntervalCounter
  ) async throws {
    for await message in conversation.outgoing {
      for frame in conversation.frames(of: message) {
        let data = ByteBuffer(bytes: frame)
        try await outbound.write(WebSocketFrame(fin: true, opcode: .text, data: data))
        // A client that is still receiving a long message is alive, even if it sends nothing.
        idleCounter.reset()
      }
    }
    guard !Task.isCancelled else { return }
    try await outbound.write(.closing(.normalClosure))
  }

  /// Sends two pings to a silent client, and closes the connection if the client does not respond.
  ///
  /// Intervals are counted instead of time, so that no client is disconnected after this machine
  /// has slept.
  private func watch(_ idleCounter: IdleIntervalCounter, _ outbound: Outbound) async throws {
    while true {
      try await Task.sleep(for: context.limits.pingInterval)
      guard idleCounter.countInterval() else { continue }
      guard idleCounter.intervals <= 2 else { break }
      try await outbound.write(WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer()))
    }
    // The connection is closed without waiting for pending writes, because the client no longer
    // responds.
    channel.channel.close(promise: nil)
  }
}

/// A counter of the ping intervals since a client last sent or received data.
private final class IdleIntervalCounter: Sendable {
  private let count = Mutex(0)

  /// The number of consecutive whole intervals without activity.
  var intervals: Int { count.withLock { $0 } }

  /// Resets the count because the client sent or received data.
  func reset() {
    count.withLock { $0 = -1 }
  }

  /// Counts an interval, and returns true if it had no activity.
  func countInterval() -> Bool {
    count.withLock { count in
      count += 1
      return count > 0
    }
  }
}
#endif
