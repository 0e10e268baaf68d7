import Synchronization
import TaneServices

/// The transports of this process, one for each way to the network, so that connections are used again.
enum SharedTransport {
  private static let transports = Mutex<[ProxySettings: AsyncHTTPTransport]>([:])

  /// The transport that goes through some proxies.
  static func transport(for proxies: ProxySettings) -> AsyncHTTPTransport {
    transports.withLock { transports in
      if let transport = transports[proxies] { return transport }
      let transport = AsyncHTTPTransport(proxies: proxies)
      transports[proxies] = transport
      return transport
    }
  }
}
