import TaneServices

extension AsyncHTTPTransport {
  /// Returns a transport with long timeouts, because a server in the test's process shares it with
  /// thousands of other tests.
  static func patient() -> AsyncHTTPTransport {
    AsyncHTTPTransport(timeouts: Timeouts(connect: .seconds(900), idle: .seconds(900)))
  }
}
