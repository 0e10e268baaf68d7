#if Network
import NIOCore
import Synchronization
import TaneCore
import TaneServices

/// A reader for the messages that a client sends in one call.
final class GRPCReader: Sendable {
  /// The received messages.
  let messages: MessageQueue
  private let state: Mutex<State>
  private let windowSize: Int

  /// A Boolean value indicating whether the client has finished sending.
  var isAtEnd: Bool { state.withLock(\.isAtEnd) }

  /// A Boolean value indicating whether reading has stopped.
  var isDone: Bool { state.withLock(\.isDone) }

  /// The received size and the total size, in bytes, of an incomplete message that exceeds the
  /// window, if any.
  var longMessage: (count: Int, total: Int)? {
    state.withLock { state in
      state.isDone ? nil : state.framing.pendingFrame.flatMap { $0.total > windowSize ? $0 : nil }
    }
  }

  /// The error for the first invalid message, if any.
  var failure: GoogleFailure? { state.withLock(\.failure) }

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - messageBytes: The maximum size of a message, in bytes.
  ///   - windowSize: The total size of pending messages, in bytes, above which the queue is full.
  ///   - maximumMessages: The maximum number of messages; reading stops once the client has sent
  ///     more than this number.
  init(messageBytes: Int, windowSize: Int, maximumMessages: Int) {
    self.windowSize = windowSize
    messages = MessageQueue(capacity: windowSize)
    state = Mutex(
      State(framing: GRPCFrameCodec(limit: messageBytes), maximumMessages: maximumMessages)
    )
  }

  /// Decodes the messages in the received bytes, and adds them to the queue.
  func take(_ bytes: ByteBuffer) {
    let (taken, isDone) = state.withLock { state in (state.take(bytes), state.isDone) }
    for message in taken { messages.answer(message) }
    if isDone { messages.finish() }
  }

  /// Records that the client has finished sending.
  func end() {
    state.withLock { $0.end() }
    messages.finish()
  }

  /// Stops reading and drops pending messages; returns false if reading was already stopped.
  @discardableResult
  func stop() -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      return !state.isStopped
    }
    messages.finish(dropping: true)
    return isFirst
  }
}

extension GRPCReader {
  private struct State {
    var framing: GRPCFrameCodec
    let maximumMessages: Int
    var count = 0
    var isAtEnd = false
    var isStopped = false
    var failure: GoogleFailure?

    var isDone: Bool { isAtEnd || isStopped || failure != nil || count > maximumMessages }

    mutating func take(_ bytes: ByteBuffer) -> [[UInt8]] {
      guard !isDone else { return [] }
      do throws(GRPCFrameCodec.Problem) {
        let messages = try framing.take(bytes.readableBytesView)
        count += messages.count
        return messages
      } catch {
        failure = GoogleFailure(error, limit: framing.limit)
        return []
      }
    }

    mutating func end() {
      if !isDone, framing.isInsideFrame {
        failure = .invalid("The last message is not complete.")
      }
      isAtEnd = true
    }
  }
}

extension GoogleFailure {
  /// Creates the error for an invalid frame.
  init(_ problem: GRPCFrameCodec.Problem, limit: Int) {
    self =
      switch problem {
      case .compressed:
        GoogleFailure(
          .unimplemented,
          "Compressed messages are not supported: expected grpc-encoding identity."
        )
      case .tooLong(let length):
        // Firestore returns this code as well, because apps retry RESOURCE_EXHAUSTED.
        .invalid(
          "Request payload size exceeds the limit: \(limit.grouped) bytes; found \(length.grouped)."
        )
      }
  }
}
#endif
