import Synchronization
import TaneCore

/// A listener for changes to a database.
protocol DocumentListener: AnyObject, Sendable {
  /// Receives a change. Changes arrive one after another, in the order of their commits.
  func receiveChange(_ change: DocumentFeed.Change)

  /// Ends the listener because a change could not be read.
  func fail()
}

/// A feed that delivers the changes of one database to its listeners, in commit order.
///
/// Commits and the initial reads of listeners are serialized, so that a listener misses no change
/// after its read and receives no change that the read included.
final class DocumentFeed: Sendable {
  /// The changes of a commit, or of several merged commits.
  struct Change: Sendable {
    /// The current state of each written document, or nil if it was deleted.
    var documents: [DocumentPath: StoredDocument?] = [:]
    /// A Boolean value indicating whether all documents were removed first.
    var isCleared = false
    var time: DocumentTimestamp

    /// Merges the changes of later commits.
    mutating func add(_ later: Change) {
      guard !later.isCleared else {
        self = later
        return
      }
      documents.merge(later.documents) { _, new in new }
      time = later.time
    }
  }

  private struct State {
    var isLocked = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var listeners: [ObjectIdentifier: any DocumentListener] = [:]
    /// A time at or after every published commit and before the next one.
    var time = DocumentTimestamp(microseconds: 0)
    var history: DocumentHistory
  }

  private let now: @Sendable () -> Int64
  private let state: Mutex<State>

  init(now: @escaping @Sendable () -> Int64) {
    self.now = now
    let start = DocumentTimestamp(microseconds: Self.latestTime(beforeCommitsFrom: now))
    state = Mutex(State(history: DocumentHistory(start: start)))
  }

  var listenerCount: Int { state.withLock(\.listeners.count) }

  /// A time at or after the last commit.
  var latestTime: DocumentTimestamp { state.withLock(\.time) }

  /// A time at or after all completed commits, and before all commits that have not begun.
  var currentTime: DocumentTimestamp {
    recordTime(DocumentTimestamp(microseconds: Self.latestTime(beforeCommitsFrom: now)))
  }

  /// The earliest time at which the database can be read.
  var earliestTime: DocumentTimestamp { state.withLock(\.history.start) }

  func add(_ listener: any DocumentListener) {
    state.withLock { $0.listeners[ObjectIdentifier(listener)] = listener }
  }

  func remove(_ listener: any DocumentListener) {
    state.withLock { $0.listeners[ObjectIdentifier(listener)] = nil }
  }

  /// Commits writes and notifies listeners.
  func commit(
    _ writes: [DocumentWrite],
    expecting expectations: [DocumentExpectation],
    to store: any DocumentStore
  ) async throws -> DocumentCommit {
    let paths = Array(Set(writes.filter { $0.operation != .verify }.map(\.path)))
    return try await withCommitsBlocked { _ in
      let documents = try await store.documents(at: paths)
      let commit = try await store.commit(writes, expecting: expectations)
      let replaced = Dictionary(zip(paths, documents)) { first, _ in first }
      state.withLock { $0.history.add(replaced, replacedAt: commit.time) }
      await publish(paths, at: commit.time, store)
      return commit
    }
  }

  /// Runs a closure with the state of the database at a given time; commits wait until the closure
  /// returns.
  func withView<Value>(
    at time: DocumentTimestamp,
    _ store: any DocumentStore,
    _ body: (DocumentView) async throws -> Value
  ) async throws -> Value {
    try await withCommitsBlocked { _ in
      let earlier = state.withLock { $0.history.versions(at: time) }
      return try await body(DocumentView(store: store, earlier: earlier))
    }
  }

  /// Removes all documents and notifies listeners.
  func removeAll(of store: any DocumentStore) async throws {
    try await withCommitsBlocked { time in
      try await store.removeAll()
      state.withLock { $0.history.clear(at: time) }
      guard listenerCount > 0 else { return }
      // An empty commit returns a time later than the update time of any document that an app has.
      let end = try? await store.commit([]).time
      notify(Change(isCleared: true, time: end ?? time))
    }
  }

  /// Runs a closure while commits are blocked, and passes it a time at or after all earlier commits
  /// and before all later commits.
  func withCommitsBlocked<Value>(
    _ body: (DocumentTimestamp) async throws -> Value
  ) async throws -> Value {
    await lockCommits()
    defer { unlockCommits() }
    return try await body(currentTime)
  }

  /// Returns the latest time before any commit that begins now, in microseconds: a commit's time is
  /// at least the current time in whole milliseconds.
  private static func latestTime(beforeCommitsFrom now: () -> Int64) -> Int64 {
    DocumentTimestamp(milliseconds: now()).microseconds - 1
  }

  /// Advances the recorded time to the given time if that is later, and returns the recorded time.
  func recordTime(_ time: DocumentTimestamp) -> DocumentTimestamp {
    state.withLock { state in
      state.time = max(state.time, time)
      return state.time
    }
  }

  private func publish(
    _ paths: [DocumentPath],
    at time: DocumentTimestamp,
    _ store: any DocumentStore
  ) async {
    guard !paths.isEmpty, listenerCount > 0 else {
      _ = recordTime(time)
      return
    }
    // The task is unstructured, so that listeners are notified of the commit even if its client
    // disconnects now.
    let documents = try? await Task { try await store.documents(at: paths) }.value
    guard let documents else {
      return state.withLock(\.listeners.values).forEach { $0.fail() }
    }
    notify(
      Change(
        documents: Dictionary(zip(paths, documents)) { first, _ in first },
        time: time
      )
    )
  }

  private func notify(_ change: Change) {
    let listeners = state.withLock { state in
      state.time = max(state.time, change.time)
      return state.listeners.values
    }
    for listener in listeners { listener.receiveChange(change) }
  }

  private func lockCommits() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.isLocked else {
          state.isLocked = true
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  private func unlockCommits() {
    let next = state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isLocked = false
        return CheckedContinuation<Void, Never>?.none
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
