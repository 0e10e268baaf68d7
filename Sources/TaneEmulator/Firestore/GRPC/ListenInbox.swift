import Synchronization
import TaneCore
import TaneFirestoreMessages

/// The pending input of a Listen stream: the client's requests and changes to documents.
///
/// Changes that wait become one, so that a slow client costs no more than the documents that have changed.
final class ListenInbox: DocumentListener {
  private struct State {
    var requests: [ProtoListenRequest] = []
    /// The bytes of the requests.
    var requestBytes = 0
    var change: DocumentFeed.Change?
    var isFinished = false
    var isFailed = false
    /// Runs once the requests are taken.
    var whenTaken: (@Sendable () -> Void)?
  }

  /// The bytes of requests from which on no more are taken until those are.
  private static let maximumBytes = 16 * 1024

  /// Tells that something waits.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// A Boolean value indicating whether the client has finished sending.
  var isFinished: Bool { state.withLock(\.isFinished) }

  /// Adds a request, and waits while many are there.
  func add(_ request: ProtoListenRequest, of byteCount: Int) async {
    state.withLock { state in
      state.requests.append(request)
      // A small request takes more memory than its bytes.
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

  /// Notes that the client sends no more.
  func finish() {
    let whenTaken = state.withLock { state in
      state.isFinished = true
      return state.whenTaken.take()
    }
    whenTaken?()
    signal.finish()
  }

  func hear(_ change: DocumentFeed.Change) {
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

  /// The change that waits.
  ///
  /// - Throws: A `GoogleFailure` where there was one that could not be read.
  func takeChange() throws(GoogleFailure) -> DocumentFeed.Change? {
    let (change, isFailed) = state.withLock { state in
      defer { state.change = nil }
      return (state.change, state.isFailed)
    }
    if isFailed { throw GoogleFailure(.unavailable, "What has changed cannot be read.") }
    return change
  }
}
