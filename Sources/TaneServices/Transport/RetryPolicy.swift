/// A policy for the number of retries and the delays before them.
///
/// Delays grow by a factor up to the maximum delay, and are randomly shortened by up to half, so
/// that clients that failed at the same time do not retry at the same time
/// (<https://cloud.google.com/storage/docs/retry-strategy>).
package struct RetryPolicy: Sendable, Hashable {
  /// The maximum number of attempts, including the first one.
  package var attempts: Int
  package var initialDelay: Duration
  /// The factor by which consecutive delays grow.
  package var factor: Double
  /// The maximum delay, even if a service requests a longer one.
  package var maximumDelay: Duration
  /// The maximum time without progress for a request and its retries, including the delays.
  package var timeout: Duration

  package init(
    attempts: Int = 5,
    initialDelay: Duration = .milliseconds(500),
    factor: Double = 2,
    maximumDelay: Duration = .seconds(32),
    timeout: Duration = .seconds(120)
  ) {
    self.attempts = attempts
    self.initialDelay = initialDelay
    self.factor = factor
    self.maximumDelay = maximumDelay
    self.timeout = timeout
  }

  /// Returns true if a retry after a delay would start within the timeout; `time` is the time since
  /// the last progress.
  func allows(_ delay: Duration, after time: Duration) -> Bool { time + delay <= timeout }

  /// Returns the delay before the next attempt.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts so far, at least 1.
  ///   - requested: The delay in `Retry-After`, if present.
  ///   - random: A random number in `0..<1`.
  /// - Returns: The delay.
  func delay(after attempts: Int, requested: Duration?, random: Double) -> Duration {
    if let requested { return min(requested, maximumDelay) }
    var delay = initialDelay
    for _ in 1..<max(attempts, 1) where delay < maximumDelay { delay = delay * factor }
    return min(delay, maximumDelay) * (1 - random / 2)
  }
}

extension Duration {
  fileprivate static func * (duration: Duration, factor: Double) -> Duration {
    .nanoseconds(Int64((duration / .nanoseconds(1)) * factor))
  }
}

/// The failures after which a request may be retried.
enum RetryRule: Sendable {
  /// The request is idempotent: retry after a broken connection and any server error.
  case idempotent
  /// Retry only if the request was certainly not processed: no connection, 429, or 503, which the
  /// Realtime Database documents as not attempted.
  case notAttempted
  case never

  func allows(status: Int) -> Bool {
    switch self {
    case .idempotent: [408, 429, 500, 502, 503, 504].contains(status)
    case .notAttempted: status == 429 || status == 503
    case .never: false
    }
  }

  func allows(_ failure: TransportFailure) -> Bool {
    switch self {
    case _ where !failure.isRetryable: false
    case .never: false
    case .idempotent: true
    case .notAttempted: !failure.mayHaveArrived
    }
  }

  /// Returns the maximum number of attempts after a failure, within the limit of a policy.
  ///
  /// If a port of this machine refuses connections, only one retry is made, since a retry succeeds
  /// only if a server is just starting.
  static func attempts(after failure: TransportFailure, at host: String, of policy: RetryPolicy)
    -> Int
  {
    guard case .noConnection = failure.reason,
      WebAddress("http://\(host)")?.isLoopback == true
    else { return policy.attempts }
    return min(2, policy.attempts)
  }
}
