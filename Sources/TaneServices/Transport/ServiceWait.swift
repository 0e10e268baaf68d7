import TaneCore

/// A wait for a response, before a retry, or during a pause of all requests to a service.
package struct ServiceWait: Sendable, Hashable {
  /// The minimum duration of waits that are logged.
  static let minimumLoggedDuration = Duration.seconds(2)
  /// The interval at which a wait is logged again.
  static let interval = Duration.seconds(10)

  /// The service's name, as in resource addresses.
  package let service: String
  package let total: Duration
  /// The remaining time.
  package internal(set) var remaining: Duration
  /// The reason in a few words, or nil if the service requested the wait.
  package let reason: String?
  /// The number of the next attempt, or of the current one during a wait for its response.
  package let attempt: Int
  /// The maximum number of attempts.
  package let attempts: Int

  /// Waits, and logs the wait at the beginning and at each interval.
  func run(on clock: ServiceClock, loggingTo log: RequestLog) async throws {
    var wait = self
    while wait.remaining > .zero {
      log.note(wait)
      let step = min(wait.remaining, Self.interval)
      try await clock.sleep(step)
      wait.remaining -= step
    }
  }
}

extension ServiceWait: CustomStringConvertible {
  /// The wait as a line of text: `shops: the service asked Tane to wait 30 s (attempt 2 of 5)`.
  package var description: String {
    let time = "\(Int((total / .seconds(1)).rounded(.up)).grouped) s"
    let rest =
      remaining < total ? "\(Int((remaining / .seconds(1)).rounded(.up)).grouped) s left, " : ""
    let what = reason.map { "\($0), waiting \(time)" } ?? "the service asked Tane to wait \(time)"
    return "\(service): \(what) (\(rest)attempt \(attempt) of \(attempts))"
  }
}
