import Synchronization
import TaneFirebase

/// A clock that advances only in tests: an observation waits for its next tick instead of for an
/// interval.
final class Ticks: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<Void, Never>] = []
    var ticks = 0
    var intervals: [Duration] = []
  }

  private let state = Mutex(State())

  /// The pace of the clock, with intervals from one to four seconds.
  var pace: ObservationPace {
    ObservationPace(shortest: .seconds(1), longest: .seconds(4)) { try await self.wait($0) }
  }

  /// The intervals of all waits, in whole seconds.
  var seconds: [Int] {
    state.withLock { $0.intervals.map { Int(($0 / .seconds(1)).rounded()) } }
  }

  /// Ends all waits, or the next wait if no task is waiting.
  func tick() {
    let waiting = state.withLock { state in
      if state.waiting.isEmpty { state.ticks += 1 }
      defer { state.waiting = [] }
      return state.waiting
    }
    waiting.forEach { $0.resume() }
  }

  private func wait(_ interval: Duration) async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let goesOn = state.withLock { state in
          state.intervals.append(interval)
          guard state.ticks == 0, !Task.isCancelled else {
            state.ticks = max(0, state.ticks - 1)
            return true
          }
          state.waiting.append(continuation)
          return false
        }
        if goesOn { continuation.resume() }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        defer { state.waiting = [] }
        return state.waiting
      }
      waiting.forEach { $0.resume() }
    }
    try Task.checkCancellation()
  }
}
