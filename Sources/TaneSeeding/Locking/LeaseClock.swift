import Foundation

/// The time that a lease goes by.
struct LeaseClock: Sendable {
  /// The time of day, which other machines have as well, more or less.
  let now: @Sendable () -> Date
  /// A time that nobody sets, and that goes on while the process does not.
  let uptime: @Sendable () -> Duration
  /// Waits.
  let sleep: @Sendable (Duration) async throws -> Void

  /// That of this machine.
  static let system = {
    let start = ContinuousClock.now
    return LeaseClock(
      now: { Date() },
      uptime: { start.duration(to: .now) },
      sleep: { try await Task.sleep(for: $0) }
    )
  }()
}
