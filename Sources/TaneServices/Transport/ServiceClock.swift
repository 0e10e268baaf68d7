#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A clock for service clients, which tests replace.
package struct ServiceClock: Sendable {
  /// The time since an arbitrary fixed point; it never decreases.
  package let uptime: @Sendable () -> Duration
  /// The time of day, in seconds since 1970.
  package let wallTime: @Sendable () -> Double
  /// A closure that waits for a duration.
  package let sleep: @Sendable (Duration) async throws -> Void
  /// A uniformly distributed random number in `0..<1`, for jitter.
  package let random: @Sendable () -> Double

  package init(
    uptime: @escaping @Sendable () -> Duration,
    wallTime: @escaping @Sendable () -> Double,
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    random: @escaping @Sendable () -> Double
  ) {
    self.uptime = uptime
    self.wallTime = wallTime
    self.sleep = sleep
    self.random = random
  }

  package static let system: ServiceClock = {
    let start = ContinuousClock.now
    return ServiceClock(
      uptime: { start.duration(to: .now) },
      wallTime: { Date().timeIntervalSince1970 },
      sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) }
    )
  }()
}
