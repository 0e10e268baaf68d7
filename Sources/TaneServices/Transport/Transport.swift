import TaneCore

/// A transport for requests to services: HTTP in production, in memory in tests.
package protocol Transport: Sendable {
  /// Sends a request and returns the response once its header arrives, without following redirects.
  ///
  /// - Throws: A `TransportFailure` if there is no response, or a `CancellationError`.
  func send(_ request: TransportRequest) async throws -> TransportResponse

  /// Returns true if a URL's host is reached without a proxy, so that connections outside of this
  /// transport, such as gRPC, can be opened to it.
  func connectsDirectly(to url: String) -> Bool

  /// The certificates that encrypted connections trust.
  var trust: TrustSettings { get }
}

extension Transport {
  /// The certificates of the system.
  package var trust: TrustSettings { .system }

  /// Returns false, because the route to the host is unknown.
  package func connectsDirectly(to url: String) -> Bool { false }
}

/// An error for a request without a complete response.
package struct TransportFailure: Error, Sendable, Hashable {
  /// The cause of a failure.
  package enum Reason: Sendable, Hashable {
    /// The program was built without network support.
    case noNetwork
    /// The host's name has no address.
    case unknownHost
    /// A connection failed, with the system's message.
    case noConnection(String)
    /// An encrypted connection failed, with the library's message.
    case encryption(String)
    /// The server does not support HTTP/2.
    case noHTTP2
    /// A proxy rejected the request or is unreachable, with its message.
    case proxy(String)
    /// A proxy's environment variable is invalid; the message contains its value and the remedy.
    case proxyVariable(String)
    case timedOut
    /// The connection closed before the end of the response.
    case closed
    /// Any other failure, with the library's message.
    case other(String)
  }

  package let reason: Reason
  /// A Boolean value indicating whether the service may have received the request and performed it.
  package let mayHaveArrived: Bool

  package init(_ reason: Reason, mayHaveArrived: Bool) {
    self.reason = reason
    self.mayHaveArrived = mayHaveArrived
  }

  /// A Boolean value indicating whether a retry may succeed.
  var isRetryable: Bool {
    switch reason {
    case .noNetwork, .unknownHost, .encryption, .noHTTP2, .proxy, .proxyVariable: false
    case .noConnection, .timedOut, .closed, .other: true
    }
  }

  /// A short description of the cause.
  var words: String {
    switch reason {
    case .noNetwork: "no network"
    case .unknownHost: "unknown host"
    case .noConnection(let words): "no connection (\(words))"
    case .encryption(let words): "no encryption (\(words))"
    case .noHTTP2: "no HTTP/2"
    case .proxy(let words): "proxy failure (\(words))"
    case .proxyVariable(let words): words
    case .timedOut: "no response in time"
    case .closed: "connection closed"
    case .other(let words): Redaction.text(words)
    }
  }

  /// Returns the cause and the remedy as a clause that names the host.
  func explanation(host: String) -> String {
    switch reason {
    case .noNetwork: MissingNetwork.message
    case .unknownHost:
      "the host \(host) is unknown; check the URL in the profile and the network"
    case .noConnection(let words):
      "cannot connect to \(host) (\(words)); check that the server is running and that the network "
        + "works"
    case .encryption(let words):
      "cannot establish an encrypted connection to \(host) (\(words)); check the URL, this "
        + "machine's clock and whether a proxy intercepts the traffic"
    case .noHTTP2:
      "the connection to \(host) does not use HTTP/2, perhaps because a proxy supports only "
        + "HTTP/1.1"
    case .proxy(let words):
      "the proxy rejected the request or cannot be reached (\(words)); check HTTPS_PROXY and "
        + "NO_PROXY"
    case .proxyVariable(let words): words
    case .timedOut:
      "\(host) did not respond in time; try again, or check the network"
    case .closed:
      "\(host) closed the connection before the response was complete; try again"
    case .other(let words):
      "the request to \(host) failed (\(words)); try again, or check the network"
    }
  }
}
