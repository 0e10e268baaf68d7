#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Time as clients of services see it, so that tests need not wait.
public struct ServiceClock: Sendable {
  /// The time since some moment that stays the same; it never goes back.
  public let uptime: @Sendable () -> Duration
  /// The time of day, in seconds since 1970.
  public let wallTime: @Sendable () -> Double
  /// Waits for a time.
  public let sleep: @Sendable (Duration) async throws -> Void
  /// A number from 0 up to 1, each as likely, by which waiting times differ.
  public let random: @Sendable () -> Double

  /// Creates a clock.
  public init(
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

  /// The system's time.
  public static let system: ServiceClock = {
    let start = ContinuousClock.now
    return ServiceClock(
      uptime: { start.duration(to: .now) },
      wallTime: { Date().timeIntervalSince1970 },
      sleep: { try await Task.sleep(for: $0) },
      random: { Double.random(in: 0..<1) }
    )
  }()
}
