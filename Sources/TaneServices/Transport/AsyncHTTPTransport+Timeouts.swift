extension AsyncHTTPTransport {
  /// Timeouts for connections and responses.
  public struct Timeouts: Sendable, Hashable {
    /// For a connection.
    public var connect: Duration
    /// For the next bytes of an answer.
    public var idle: Duration

    /// Creates timeouts.
    public init(connect: Duration = .seconds(10), idle: Duration = .seconds(120)) {
      self.connect = connect
      self.idle = idle
    }
  }
}
