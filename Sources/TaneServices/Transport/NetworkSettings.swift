/// The network settings shared by all clients of a process.
package struct NetworkSettings: Sendable {
  /// The timeouts for connections and responses.
  package var timeouts: AsyncHTTPTransport.Timeouts
  package var policy: RetryPolicy
  /// The time without progress after which requests fail, overriding the profiles; nil for the
  /// profiles' value.
  package var timeout: Duration?
  package var clock: ServiceClock
  /// The log of all requests.
  package var log: RequestLog
  /// The time without a response after which the client logs that it waits, or nil for never.
  package var waitLogDelay: Duration?
  /// The transport of requests in tests, or nil for the network.
  package var transport: (any Transport)?

  package init(
    timeouts: AsyncHTTPTransport.Timeouts = .init(),
    policy: RetryPolicy = RetryPolicy(),
    timeout: Duration? = nil,
    clock: ServiceClock = .system,
    log: RequestLog = .none,
    waitLogDelay: Duration? = nil
  ) {
    self.timeouts = timeouts
    self.policy = policy
    self.timeout = timeout
    self.clock = clock
    self.log = log
    self.waitLogDelay = waitLogDelay
  }
}
