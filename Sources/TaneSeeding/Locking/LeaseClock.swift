import Foundation

/// The clocks that leases depend on.
struct LeaseClock: Sendable {
  /// The time of day, which roughly agrees between machines.
  let now: @Sendable () -> Date
  /// A monotonic time that continues while the process or machine is suspended.
  let uptime: @Sendable () -> Duration
  /// Suspends the task for a duration.
  let sleep: @Sendable (Duration) async throws -> Void

  /// The clock of this machine.
  static let system = {
    let start = ContinuousClock.now
    return LeaseClock(
      now: { Date() },
      uptime: { start.duration(to: .now) },
      sleep: { try await Task.sleep(for: $0) }
    )
  }()
}
