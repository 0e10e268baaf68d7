import Synchronization
import TaneCore

/// A fuse that ends a run: one of the next writes fails, either before or after it takes effect.
final class Fuse: Sendable {
  private struct State {
    var callsLeft = Int.max
    var failsAfterwards = false
  }

  private let state = Mutex(State())

  func set(afterCalls count: Int, failsAfterwards: Bool) {
    state.withLock { $0 = State(callsLeft: count, failsAfterwards: failsAfterwards) }
  }

  func remove() { state.withLock { $0 = State() } }

  /// The hooks of stores that write through the fuse.
  var hooks: WriteHooks {
    WriteHooks(
      before: { _ in
        self.state.withLock { $0.callsLeft -= 1 }
        try self.check(failsAfterwards: false)
      },
      after: { _ in try self.check(failsAfterwards: true) }
    )
  }

  private func check(failsAfterwards: Bool) throws {
    guard state.withLock({ $0.callsLeft < 0 && $0.failsAfterwards == failsAfterwards }) else {
      return
    }
    throw StoreError(.unavailable, service: "fuse", "no answer came", outcome: .unknown)
  }
}
