import Synchronization
import TaneCore
import TaneFirestoreMessages

/// What a Listen stream is to see to: its client's requests, and what has changed.
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
  }

  private static let maximumRequests = 10_000
  private static let maximumBytes = 16 * 1024 * 1024

  /// Tells that something waits.
  let signals: AsyncStream<Void>
  private let signal: AsyncStream<Void>.Continuation
  private let state = Mutex(State())

  init() {
    (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Whether the client sends no more.
  var isFinished: Bool { state.withLock(\.isFinished) }

  /// Takes a request, unless very many wait already.
  func add(_ request: ProtoListenRequest, of byteCount: Int) throws(GoogleFailure) {
    let isTaken = state.withLock { state in
      guard state.requests.count < Self.maximumRequests,
        state.requestBytes + byteCount <= Self.maximumBytes
      else { return false }
      state.requests.append(request)
      state.requestBytes += byteCount
      return true
    }
    guard isTaken else {
      throw GoogleFailure(
        .resourceExhausted,
        "More than \(Self.maximumRequests.grouped) requests or \(Self.maximumBytes.grouped) bytes of them wait: read the"
          + " answers first."
      )
    }
    signal.yield()
  }

  /// Notes that the client sends no more.
  func finish() {
    state.withLock { $0.isFinished = true }
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
    state.withLock { state in
      defer { (state.requests, state.requestBytes) = ([], 0) }
      return state.requests
    }
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
