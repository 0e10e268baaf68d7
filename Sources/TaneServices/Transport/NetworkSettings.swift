/// How the clients of one process use the network.
public struct NetworkSettings: Sendable {
  /// How long to wait for a service.
  public var timeouts: AsyncHTTPTransport.Timeouts
  /// How often to send a request again.
  public var policy: RetryPolicy
  /// How long to wait without progress, in place of what profiles say; nil for those.
  public var timeout: Duration?
  /// The time.
  public var clock: ServiceClock
  /// Who hears of each request.
  public var log: RequestLog
  /// After how long without an answer the log hears of the wait; nil for never.
  public var silence: Duration?

  /// Creates settings.
  public init(
    timeouts: AsyncHTTPTransport.Timeouts = .init(),
    policy: RetryPolicy = RetryPolicy(),
    timeout: Duration? = nil,
    clock: ServiceClock = .system,
    log: RequestLog = .none,
    silence: Duration? = nil
  ) {
    self.timeouts = timeouts
    self.policy = policy
    self.timeout = timeout
    self.clock = clock
    self.log = log
    self.silence = silence
  }
}
