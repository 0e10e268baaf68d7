import Synchronization

/// A limit on the response bytes that one connection buffers until its client reads them.
///
/// A call must be admitted before it reads data for its response. Several calls run concurrently
/// while the buffered responses are below a limit. Beyond the limit, a few more calls run one at a
/// time, so that a client that needs another response before it reads one does not deadlock.
final class ResponseBudget: Sendable {
  /// A call's reservation in the budget.
  final class Reservation: Sendable {
    private let budget: ResponseBudget

    init(in budget: ResponseBudget) { self.budget = budget }

    /// Waits until the call is admitted.
    ///
    /// - Throws: `CancellationError` if the task is canceled first.
    func waitForAdmission() async throws { try await budget.waitForAdmission(self) }

    /// Charges the size of a complete response to the budget until `leave()` is called.
    func charge(_ count: Int) { budget.update { $0.charge(count, by: ObjectIdentifier(self)) } }

    /// Releases the call's reservation.
    func leave() { budget.update { $0.leave(ObjectIdentifier(self)) } }
  }

  /// The total size of buffered responses, in bytes, up to which calls run concurrently.
  static let standardLimit = 16 << 20

  /// The maximum number of calls that create their response at the same time.
  private static let maximumRunning = 8

  /// The maximum number of calls admitted beyond the limit.
  private static let maximumExtra = 4

  private let state: Mutex<State>

  init(limit: Int = standardLimit) { state = Mutex(State(limit: limit)) }

  /// The number of waiting calls.
  var waitingCount: Int { state.withLock(\.waiting.count) }

  private func waitForAdmission(_ reservation: Reservation) async throws {
    let id = ObjectIdentifier(reservation)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        update { $0.waiting.append((id, continuation)) }
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: ObjectIdentifier) {
    let waiter = state.withLock { state in
      state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }

  /// Changes the state, and resumes the calls that can now run.
  private func update(_ change: (inout State) -> Void) {
    let admitted = state.withLock { state in
      change(&state)
      return state.admit()
    }
    for continuation in admitted { continuation.resume() }
  }
}

extension ResponseBudget {
  private typealias Continuation = CheckedContinuation<Void, any Error>

  private struct Entry {
    /// The size of the response in bytes, once it is complete.
    var responseBytes: Int?
    /// A Boolean value indicating whether the call was admitted beyond the limit.
    let isExtra: Bool
  }

  private struct State {
    let limit: Int
    var entries: [ObjectIdentifier: Entry] = [:]
    var waiting: [(id: ObjectIdentifier, continuation: Continuation)] = []
    var chargedBytes = 0
    var running = 0
    var extraCount = 0

    mutating func charge(_ count: Int, by id: ObjectIdentifier) {
      guard let entry = entries[id] else { return }
      if entry.responseBytes == nil { running -= 1 }
      entries[id]?.responseBytes = (entry.responseBytes ?? 0) + count
      chargedBytes += count
    }

    mutating func leave(_ id: ObjectIdentifier) {
      guard let entry = entries.removeValue(forKey: id) else { return }
      if entry.responseBytes == nil { running -= 1 }
      chargedBytes -= entry.responseBytes ?? 0
      if entry.isExtra { extraCount -= 1 }
    }

    /// Removes and returns the waiting calls that can run.
    mutating func admit() -> [Continuation] {
      var admitted: [Continuation] = []
      while let (id, continuation) = waiting.first, running < ResponseBudget.maximumRunning {
        let isExtra = chargedBytes >= limit
        let hasRoom = extraCount < ResponseBudget.maximumExtra && running == 0
        guard !isExtra || hasRoom else { break }
        waiting.removeFirst()
        entries[id] = Entry(isExtra: isExtra)
        running += 1
        extraCount += isExtra ? 1 : 0
        admitted.append(continuation)
      }
      return admitted
    }
  }
}
