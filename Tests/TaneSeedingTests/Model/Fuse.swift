import Synchronization
import TaneCore

/// What ends a run: the call to a store of some number fails, before it does anything or after it has done all.
final class Fuse: Sendable {
  private struct State {
    var callsLeft: Int?
    var failsAfterwards = false
  }

  private let state = Mutex(State())

  func set(afterCalls count: Int, failsAfterwards: Bool) {
    state.withLock { $0 = State(callsLeft: count, failsAfterwards: failsAfterwards) }
  }

  func remove() { state.withLock { $0 = State() } }

  /// A call that writes.
  func call<Result>(_ body: () async throws -> Result) async throws -> Result {
    let fails = state.withLock { state -> Bool? in
      guard let left = state.callsLeft else { return nil }
      state.callsLeft = max(0, left - 1)
      return left == 0 ? state.failsAfterwards : nil
    }
    guard let failsAfterwards = fails else { return try await body() }
    if failsAfterwards { _ = try await body() }
    throw StoreError(.unavailable, service: "fuse", "no answer came", outcome: .unknown)
  }
}
