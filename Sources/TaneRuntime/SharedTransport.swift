import Synchronization
import TaneServices

/// The transports of the process, one per network configuration, so that connections are reused.
enum SharedTransport {
  private struct Way: Hashable {
    let proxies: ProxySettings
    let timeouts: AsyncHTTPTransport.Timeouts
    let trust: TrustSettings
  }

  private static let transports = Mutex<[Way: AsyncHTTPTransport]>([:])

  /// Returns the transport for a network configuration.
  static func transport(
    for proxies: ProxySettings,
    _ timeouts: AsyncHTTPTransport.Timeouts,
    trusting trust: TrustSettings
  ) -> AsyncHTTPTransport {
    transports.withLock { transports in
      let way = Way(proxies: proxies, timeouts: timeouts, trust: trust)
      if let transport = transports[way] { return transport }
      let transport = AsyncHTTPTransport(timeouts: timeouts, proxies: proxies, trust: trust)
      transports[way] = transport
      return transport
    }
  }
}
