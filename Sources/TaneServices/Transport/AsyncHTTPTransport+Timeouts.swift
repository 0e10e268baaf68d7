extension AsyncHTTPTransport {
  /// Timeouts for connections and responses.
  public struct Timeouts: Sendable, Hashable {
    /// The timeout for connecting.
    public var connect: Duration
    /// The timeout for the next bytes of a response.
    public var idle: Duration

    /// Creates timeouts.
    public init(connect: Duration = .seconds(10), idle: Duration = .seconds(120)) {
      self.connect = connect
      self.idle = idle
    }
  }
}
