import Synchronization
import TaneServices

/// A clock that advances immediately whenever a task sleeps.
final class TestClock: Sendable {
  private struct State {
    var uptime = Duration.zero
    var waits: [Duration] = []
  }

  private let state = Mutex(State())
  /// The initial wall time, in seconds since 1970.
  let start: Double

  init(start: Double = 1_700_000_000) {
    self.start = start
  }

  /// The durations of all sleeps.
  var waits: [Duration] { state.withLock { $0.waits } }

  /// Advances the clock.
  func advance(by duration: Duration) {
    state.withLock { $0.uptime += duration }
  }

  /// The clock for clients; it never shortens delays.
  var clock: ServiceClock {
    ServiceClock(
      uptime: { self.state.withLock { $0.uptime } },
      wallTime: { self.start + self.state.withLock { $0.uptime } / .seconds(1) },
      sleep: { duration in
        try Task.checkCancellation()
        self.state.withLock { state in
          state.waits.append(duration)
          state.uptime += duration
        }
        // Otherwise a task that only sleeps on this clock would never give its thread to other
        // tests.
        await Task.yield()
      },
      random: { 0 }
    )
  }
}
