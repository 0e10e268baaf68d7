import Synchronization
import TaneServices

/// The transports of the process, one per network configuration, so that connections are reused.
enum SharedTransport {
  private struct Configuration: Hashable {
    let proxies: ProxySettings
    let timeouts: AsyncHTTPTransport.Timeouts
    let trust: TrustSettings
  }

  private static let transports = Mutex<[Configuration: AsyncHTTPTransport]>([:])

  /// Returns the transport for a network configuration.
  static func transport(
    for proxies: ProxySettings,
    _ timeouts: AsyncHTTPTransport.Timeouts,
    trusting trust: TrustSettings
  ) -> AsyncHTTPTransport {
    transports.withLock { transports in
      let configuration = Configuration(proxies: proxies, timeouts: timeouts, trust: trust)
      if let transport = transports[configuration] { return transport }
      let transport = AsyncHTTPTransport(timeouts: timeouts, proxies: proxies, trust: trust)
      transports[configuration] = transport
      return transport
    }
  }
}
