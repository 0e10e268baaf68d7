import Synchronization
import TaneServices

/// Time that passes only where somebody waits, and then at once.
final class TestClock: Sendable {
  private struct State {
    var uptime = Duration.zero
    var waits: [Duration] = []
  }

  private let state = Mutex(State())
  /// The time of day when the clock began, in seconds since 1970.
  let start: Double

  init(start: Double = 1_700_000_000) {
    self.start = start
  }

  /// How long was waited, each time.
  var waits: [Duration] { state.withLock { $0.waits } }

  /// Lets time pass.
  func advance(by duration: Duration) {
    state.withLock { $0.uptime += duration }
  }

  /// The clock for clients; it never cuts waiting times.
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
        // Who only waits on this clock would never leave its thread to other tests.
        await Task.yield()
      },
      random: { 0 }
    )
  }
}
