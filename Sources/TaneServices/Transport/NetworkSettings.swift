/// The network settings shared by all clients of a process.
package struct NetworkSettings: Sendable {
  /// The timeouts for connections and responses.
  package var timeouts: AsyncHTTPTransport.Timeouts
  package var policy: RetryPolicy
  /// The time without progress after which requests fail, or nil to use the profile's value.
  package var timeout: Duration?
  package var clock: ServiceClock
  /// The log of all requests.
  package var log: RequestLog
  /// The time without a response after which a wait is logged, or nil if waits are not logged.
  package var waitLogDelay: Duration?
  /// The transport to use in tests, or nil to use the network.
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
