import Synchronization

/// An ordered queue of messages for one client.
///
/// The queue contains two kinds of messages. *Events* are caused by other clients and limited by
/// the queue's capacity in bytes: a client that reads too slowly is disconnected, and pending
/// messages are dropped. *Responses* to the client's own requests are not limited; their producer
/// calls `waitForRoom()` before it handles the next request.
///
/// Only one task at a time may consume the messages.
package final class MessageQueue: AsyncSequence, Sendable {
  /// The default capacity for events: 64 MiB.
  package static let standardCapacity = 64 << 20

  /// The overhead counted for each message in addition to its bytes, so that many small messages
  /// fill the queue as well.
  private static let overhead = 64

  private let capacity: Int
  private let state = Mutex(State())

  /// Creates an empty queue with a capacity for events, in bytes.
  package init(capacity: Int = standardCapacity) {
    self.capacity = capacity
  }

  deinit {
    state.withLock { $0.end(dropping: true) }.run()
  }

  /// Adds an event, and disconnects the client if its pending events exceed the capacity.
  ///
  /// An event that exceeds the capacity by itself is added if no other event is pending.
  package func add(_ event: [UInt8]) {
    state.withLock { state in
      let size = event.count + Self.overhead
      guard state.eventSize == 0 || state.eventSize + size <= capacity else {
        state.hasOverflowed = true
        return state.end(dropping: true)
      }
      return state.append(Message(bytes: event, size: size, isEvent: true))
    }.run()
  }

  /// Reserves the next position in the queue for the response to the current request.
  ///
  /// Messages added after this call are sent after that response.
  package func reserveResponse() {
    state.withLock { state in
      guard state.reserved == nil, !state.isFinished else { return }
      state.reserved = state.end
      state.end += 1
    }
  }

  /// Adds a response, at the reserved position if there is one.
  package func answer(_ answer: [UInt8]) {
    state.withLock { state in
      let message = Message(bytes: answer, size: answer.count + Self.overhead, isEvent: false)
      guard let place = state.reserved else { return state.append(message) }
      state.reserved = nil
      return state.put(message, at: place)
    }.run()
  }

  /// Waits until the pending bytes are within the queue's capacity, or the queue has ended.
  package func waitForRoom() async {
    await withCheckedContinuation { continuation in whenRoom { continuation.resume() } }
  }

  /// A Boolean value indicating whether the pending bytes are within the queue's capacity, or the
  /// queue has ended.
  package var hasRoom: Bool { state.withLock { $0.hasRoom(capacity) } }

  /// Runs an action once there is room, or immediately if there already is.
  package func whenRoom(_ action: @escaping @Sendable () -> Void) {
    let hasRoom = state.withLock { state in
      let hasRoom = state.hasRoom(capacity)
      if !hasRoom { state.waiting.append(action) }
      return hasRoom
    }
    if hasRoom { action() }
  }

  /// Ends the queue; pending messages are sent, or dropped if `dropping` is true.
  package func finish(dropping: Bool = false) {
    state.withLock { $0.end(dropping: dropping) }.run()
  }

  /// Runs an action once the queue has ended, or immediately if it already has.
  package func whenFinished(_ action: @escaping @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      if !state.isFinished { state.whenFinished.append(action) }
      return state.isFinished
    }
    if isFinished { action() }
  }

  /// A Boolean value indicating whether the queue was ended because the client read too slowly.
  package var hasOverflowed: Bool { state.withLock(\.hasOverflowed) }

  /// Creates an iterator, which removes messages from the queue.
  package func makeAsyncIterator() -> Iterator { Iterator(queue: self) }

  /// An iterator that removes messages from a queue.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let queue: MessageQueue

    /// Returns the next message, or nil at the end of the queue.
    package func next() async -> [UInt8]? { await queue.dequeue() }
  }

  private func dequeue() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          state.consumer = continuation
          return state.serve(capacity: capacity)
        }.run()
      }
    } onCancel: {
      finish(dropping: true)
    }
  }
}

extension MessageQueue {
  private struct Message {
    let bytes: [UInt8]
    let size: Int
    let isEvent: Bool
  }

  /// The actions to run after the state is unlocked.
  private struct DeferredActions {
    var actions: [@Sendable () -> Void] = []

    func run() { for action in actions { action() } }
  }

  private struct State {
    /// The messages by position; a reserved position has no message.
    var messages: [Int: Message] = [:]
    var first = 0
    var end = 0
    var reserved: Int?
    var size = 0
    var eventSize = 0
    var isFinished = false
    var hasOverflowed = false
    var consumer: CheckedContinuation<[UInt8]?, Never>?
    var waiting: [@Sendable () -> Void] = []
    var whenFinished: [@Sendable () -> Void] = []

    func hasRoom(_ capacity: Int) -> Bool { size <= capacity || isFinished }

    mutating func append(_ message: Message) -> DeferredActions {
      guard !isFinished else { return DeferredActions() }
      end += 1
      return put(message, at: end - 1)
    }

    mutating func put(_ message: Message, at place: Int) -> DeferredActions {
      guard place >= first else { return DeferredActions() }
      messages[place] = message
      size += message.size
      if message.isEvent { eventSize += message.size }
      return serve(capacity: .max)
    }

    /// Passes the first message, or nil at the end of the queue, to the waiting task, if any.
    mutating func serve(capacity: Int) -> DeferredActions {
      var effects = DeferredActions()
      guard let consumer else { return effects }
      if let message = messages.removeValue(forKey: first) {
        first += 1
        size -= message.size
        if message.isEvent { eventSize -= message.size }
        self.consumer = nil
        effects.actions.append { consumer.resume(returning: message.bytes) }
        if size <= capacity { effects.actions += resumeWaiting() }
      } else if isFinished, first == end {
        self.consumer = nil
        effects.actions.append { consumer.resume(returning: nil) }
      }
      return effects
    }

    mutating func end(dropping: Bool) -> DeferredActions {
      if dropping {
        (messages, first, reserved, size, eventSize) = ([:], end, nil, 0, 0)
      }
      var effects = DeferredActions()
      if !isFinished {
        isFinished = true
        effects.actions = whenFinished + resumeWaiting()
        whenFinished = []
      }
      effects.actions += serve(capacity: .max).actions
      return effects
    }

    private mutating func resumeWaiting() -> [@Sendable () -> Void] {
      defer { waiting = [] }
      return waiting
    }
  }
}
