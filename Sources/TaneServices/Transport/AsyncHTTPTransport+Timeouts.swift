extension AsyncHTTPTransport {
  /// Timeouts for connections and responses.
  package struct Timeouts: Sendable, Hashable {
    package var connect: Duration
    /// The timeout for the next bytes of a response.
    package var idle: Duration

    package init(connect: Duration = .seconds(10), idle: Duration = .seconds(120)) {
      self.connect = connect
      self.idle = idle
    }
  }
}
