import Synchronization
import TaneCore

/// A connection to a database over one WebSocket.
///
/// Requests are sent in order. Each one receives its response, or an error if the connection ends.
final class DatabaseSocket: Sendable {
  /// An error for requests that are pending when the connection ends, or are made afterward.
  struct ConnectionEnded: Error {}

  /// The reason the connection ended.
  enum EndReason: Sendable {
    /// The connection broke; the value is the cause, such as the service's last error message, if
    /// known.
    case broken(String?)
    /// The service redirected the client to another host.
    case redirected(host: String)
    /// The service rejected the connection.
    case shutDown(reason: String)
  }

  /// An event that is not the response to a request.
  enum Event: Sendable {
    case changes([TreeWrite])
    case listenerRevoked(TreePath)
    case tokenRevoked
    /// The keep-alive interval has passed.
    case keepAliveIntervalElapsed
  }

  typealias ResponseHandler = @Sendable (Result<SocketReply, ConnectionEnded>) async -> Void

  /// An item for the session, delivered in the order of arrival.
  private enum Delivery: Sendable {
    case event(Event)
    case answer(ResponseHandler, Result<SocketReply, ConnectionEnded>)
  }

  private struct State {
    var assembler = MessageFrames.Assembler(limit: DatabaseSocket.maximumMessageBytes)
    var lastNumber: Int64 = 0
    var pendingHandlers: [Int64: ResponseHandler] = [:]
    var isClosed = false
    var hasReceivedMessageSinceKeepAlive = true
    var problem: String?
    var end: EndReason?
  }

  /// The maximum size of a message, in bytes; the service sends reads of up to 256 MB.
  private static let maximumMessageBytes = 512 << 20
  /// The interval between keep-alives, without which the service treats a client as disconnected.
  private static let keepAliveInterval = Duration.seconds(45)

  private let outgoing: AsyncStream<[[UInt8]]>
  private let outgoingContinuation: AsyncStream<[[UInt8]]>.Continuation
  private let greetings: AsyncStream<Void>
  private let greetingContinuation: AsyncStream<Void>.Continuation
  private let state = Mutex(State())
  private let onEvent: @Sendable (Event) async -> Void
  private let deliveries: AsyncStream<Delivery>
  private let deliveryContinuation: AsyncStream<Delivery>.Continuation

  /// Creates a socket; `onEvent` receives the events in order.
  init(onEvent: @escaping @Sendable (Event) async -> Void) {
    self.onEvent = onEvent
    (outgoing, outgoingContinuation) = AsyncStream.makeStream()
    (greetings, greetingContinuation) = AsyncStream.makeStream()
    (deliveries, deliveryContinuation) = AsyncStream.makeStream()
  }

  /// Exchanges messages until the connection ends; each request receives its response or an error.
  func run(over link: WebSocketLink, _ clock: ServiceClock) async -> EndReason {
    // A separate task delivers the responses even if this task is canceled.
    let delivery = Task { await deliver() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await link.carry(self.outgoing) { self.take($0) } }
      group.addTask { await self.sendKeepAlives(clock) }
      // The first task to end cancels the other.
      await group.next()
      group.cancelAll()
    }
    let end = finish()
    await delivery.value
    return end
  }

  /// Waits for the service's greeting.
  func waitForGreeting() async throws {
    for await _ in greetings { return }
    try Task.checkCancellation()
    throw ConnectionEnded()
  }

  /// Sends a request and passes its response to a closure.
  func ask(_ request: SocketRequest, _ answer: @escaping ResponseHandler) {
    let isSent = state.withLock { state in
      guard !state.isClosed else { return false }
      state.lastNumber += 1
      state.pendingHandlers[state.lastNumber] = answer
      // The message is queued inside the lock, so that messages are sent in the order of their
      // numbers.
      outgoingContinuation.yield(
        MessageFrames.frames(of: request.message(number: state.lastNumber))
      )
      return true
    }
    if !isSent { Task { await answer(.failure(ConnectionEnded())) } }
  }

  /// Sends a request and awaits its response.
  func ask(_ request: SocketRequest) async throws -> SocketReply {
    try await withCheckedThrowingContinuation { continuation in
      ask(request) { continuation.resume(with: $0.mapError { $0 as any Error }) }
    }
  }

  /// Closes the connection after all pending messages have been sent.
  func close() { outgoingContinuation.finish() }
}

extension DatabaseSocket {
  private func take(_ frame: [UInt8]) {
    let message = state.withLock { state -> [UInt8]? in
      state.hasReceivedMessageSinceKeepAlive = true
      do throws(MessageFrames.Assembler.TooLarge) {
        return try state.assembler.take(frame)
      } catch {
        state.problem = "a message is larger than \(Self.maximumMessageBytes.grouped) bytes"
        outgoingContinuation.finish()
        return nil
      }
    }
    guard let message else { return }
    guard let message = SocketMessage(message) else {
      return end(.broken("a message does not use protocol version 5"))
    }
    handle(message)
  }

  private func handle(_ message: SocketMessage) {
    switch message {
    case .greeting: greetingContinuation.yield()
    case .redirection(let host): end(.redirected(host: host))
    case .shutdown(let reason): end(.shutDown(reason: reason))
    case .problem(let words): state.withLock { $0.problem = Redaction.text(words) }
    case .reply(let number, let reply):
      if let answer = state.withLock({ $0.pendingHandlers.removeValue(forKey: number) }) {
        deliveryContinuation.yield(.answer(answer, .success(reply)))
      }
    case .changes(let changes): deliveryContinuation.yield(.event(.changes(changes)))
    case .listenerRevoked(let path): deliveryContinuation.yield(.event(.listenerRevoked(path)))
    case .tokenRevoked: deliveryContinuation.yield(.event(.tokenRevoked))
    case .other: break
    }
  }

  private func end(_ end: EndReason) {
    state.withLock { $0.end = end }
    outgoingContinuation.finish()
  }

  private func finish() -> EndReason {
    outgoingContinuation.finish()
    greetingContinuation.finish()
    let (pendingHandlers, end) = state.withLock { state in
      state.isClosed = true
      defer { state.pendingHandlers = [:] }
      return (state.pendingHandlers, state.end ?? .broken(state.problem))
    }
    for (_, answer) in pendingHandlers.sorted(by: { $0.key < $1.key }) {
      deliveryContinuation.yield(.answer(answer, .failure(ConnectionEnded())))
    }
    deliveryContinuation.finish()
    return end
  }

  private func deliver() async {
    for await delivery in deliveries {
      switch delivery {
      case .event(let event): await onEvent(event)
      case .answer(let answer, let result): await answer(result)
      }
    }
  }

  /// Sends keep-alives and pings a silent service; returns if it does not respond.
  private func sendKeepAlives(_ clock: ServiceClock) async {
    var hasPinged = false
    while (try? await clock.sleep(Self.keepAliveInterval)) != nil {
      let hasReceivedMessage = state.withLock { state in
        defer { state.hasReceivedMessageSinceKeepAlive = false }
        return state.hasReceivedMessageSinceKeepAlive
      }
      if !hasReceivedMessage, hasPinged { return }
      hasPinged = !hasReceivedMessage
      outgoingContinuation.yield([hasReceivedMessage ? SocketRequest.keepAlive : SocketRequest.ping]
      )
      deliveryContinuation.yield(.event(.keepAliveIntervalElapsed))
    }
  }
}
