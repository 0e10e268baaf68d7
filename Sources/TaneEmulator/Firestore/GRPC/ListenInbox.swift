#if Network
import Synchronization
import TaneCore
import TaneFirestoreMessages

/// The pending input of a Listen stream: the requests of its client and the changes to documents.
///
/// Pending changes are merged, so they need at most the memory of the changed documents.
final class ListenInbox: DocumentListener {
  private struct State {
    var requests: [ProtoListenRequest] = []
    /// The size of the pending requests, in bytes.
    var requestBytes = 0
    var change: DocumentFeed.Change?
    var isFinished = false
    var isFailed = false
    /// The closure to call when the pending requests are removed for processing.
    var whenTaken: (@Sendable () -> Void)?
  }

  /// The size of pending requests, in bytes, above which adding a request waits.
  private static let maximumBytes = 16 * 1024

  /// A stream that signals new input; pending signals are merged.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// A Boolean value indicating whether the client has finished sending.
  var isFinished: Bool { state.withLock(\.isFinished) }

  /// Adds a request, and waits while too many requests are pending.
  func add(_ request: ProtoListenRequest, of byteCount: Int) async {
    state.withLock { state in
      state.requests.append(request)
      // A small request uses more memory than its encoded size.
      state.requestBytes += byteCount + 100
    }
    signal.yield()
    await withCheckedContinuation { continuation in
      let isFull = state.withLock { state in
        guard state.requestBytes > Self.maximumBytes, !state.isFinished else { return false }
        state.whenTaken = { continuation.resume() }
        return true
      }
      if !isFull { continuation.resume() }
    }
  }

  /// Records that the client has finished sending.
  func finish() {
    let whenTaken = state.withLock { state in
      state.isFinished = true
      return state.whenTaken.take()
    }
    whenTaken?()
    signal.finish()
  }

  func receiveChange(_ change: DocumentFeed.Change) {
    state.withLock { state in
      guard state.change?.add(change) == nil else { return }
      state.change = change
    }
    signal.yield()
  }

  func fail() {
    state.withLock { $0.isFailed = true }
    signal.yield()
  }

  func takeRequests() -> [ProtoListenRequest] {
    let (requests, whenTaken) = state.withLock { state in
      defer { (state.requests, state.requestBytes) = ([], 0) }
      return (state.requests, state.whenTaken.take())
    }
    whenTaken?()
    return requests
  }

  /// Returns the pending change and removes it.
  ///
  /// - Throws: A `GoogleFailure` if a change could not be read.
  func takeChange() throws(GoogleFailure) -> DocumentFeed.Change? {
    let (change, isFailed) = state.withLock { state in
      defer { state.change = nil }
      return (state.change, state.isFailed)
    }
    if isFailed { throw GoogleFailure(.unavailable, "The changes cannot be read.") }
    return change
  }
}
#endif
