import TaneServices

extension AsyncHTTPTransport {
  /// A transport to a server of the test's own process, which answers when thousands of other tests let it.
  static func patient() -> AsyncHTTPTransport {
    AsyncHTTPTransport(timeouts: Timeouts(connect: .seconds(900), idle: .seconds(900)))
  }
}
