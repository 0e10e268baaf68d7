import Synchronization
import TaneServices

/// The transports of this process, one for each way to the network, so that connections are used again.
enum SharedTransport {
  private struct Way: Hashable {
    let proxies: ProxySettings
    let timeouts: AsyncHTTPTransport.Timeouts
    let trust: TrustSettings
  }

  private static let transports = Mutex<[Way: AsyncHTTPTransport]>([:])

  /// The transport that goes through some proxies.
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
