import TaneCore

/// A throttle for commits that create documents, with the rates of `DocumentRamp`.
actor DocumentThrottle {
  private let clock: ServiceClock
  /// The time of the first commit.
  private var start: Duration?
  /// The earliest time for the next commit.
  private var next: Duration = .zero

  init(clock: ServiceClock) { self.clock = clock }

  /// Waits until a commit that creates a number of documents may be sent.
  func admit(creating count: Int) async throws {
    guard count > 0 else { return }
    let now = clock.uptime()
    let start = start ?? now
    self.start = start
    let time = max(next, now)
    next = time + .seconds(Double(count) / DocumentRamp.rate(after: time - start))
    if time > now { try await clock.sleep(time - now) }
  }
}
