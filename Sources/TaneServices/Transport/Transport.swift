import TaneCore
import TaneWire

/// What carries requests to services: HTTP in earnest, memory in tests.
public protocol Transport: Sendable {
  /// Sends a request and returns the answer when its head is there; redirects are not followed.
  ///
  /// - Throws: A `TransportFailure` where there is no answer, or `CancellationError`.
  func send(_ request: TransportRequest) async throws -> TransportResponse

  /// Whether a connection of another kind reaches the host of a URL by itself: no proxy stands in between.
  func goesDirectly(to url: String) -> Bool

  /// The certificates that encrypted connections trust.
  var trust: TrustSettings { get }
}

extension Transport {
  /// The certificates of the system.
  public var trust: TrustSettings { .system }

  /// That nothing is known of the network.
  public func goesDirectly(to url: String) -> Bool { false }
}

/// Why there is no answer to a request, or only a part of one.
public struct TransportFailure: Error, Sendable, Hashable {
  /// What went wrong.
  public enum Reason: Sendable, Hashable {
    /// This program was built without the network.
    case noNetwork
    /// The host's name has no address.
    case unknownHost
    /// No connection came about; the system's words for it.
    case noConnection(String)
    /// No encrypted connection came about; the library's words for it.
    case encryption(String)
    /// The other side does not speak HTTP/2.
    case noHTTP2
    /// A proxy on the way refused the request, or could not be reached; what it said.
    case proxy(String)
    /// A variable that names a proxy cannot be used; what it holds, and what to do.
    case proxyVariable(String)
    /// It took too long.
    case timedOut
    /// The connection ended before the answer did.
    case closed
    /// Anything else, in the library's words.
    case other(String)
  }

  /// What went wrong.
  public let reason: Reason
  /// Whether the service may have received the request, and so may have done what it asks.
  public let mayHaveArrived: Bool

  /// Creates a failure.
  public init(_ reason: Reason, mayHaveArrived: Bool) {
    self.reason = reason
    self.mayHaveArrived = mayHaveArrived
  }

  /// Whether trying again may help.
  var mayPass: Bool {
    switch reason {
    case .noNetwork, .unknownHost, .encryption, .noHTTP2, .proxy, .proxyVariable: false
    case .noConnection, .timedOut, .closed, .other: true
    }
  }

  /// What happened, in a few words.
  var words: String {
    switch reason {
    case .noNetwork: "no network"
    case .unknownHost: "unknown host"
    case .noConnection(let words): "no connection (\(words))"
    case .encryption(let words): "no encryption (\(words))"
    case .noHTTP2: "no HTTP/2"
    case .proxy(let words): "refused by the proxy (\(words))"
    case .proxyVariable(let words): words
    case .timedOut: "no answer in time"
    case .closed: "connection closed"
    case .other(let words): Redaction.text(words)
    }
  }

  /// What happened and what to do, a clause about a host.
  func explanation(host: String) -> String {
    switch reason {
    case .noNetwork: MissingNetwork.message
    case .unknownHost:
      "the host \(host) is not known; check the URL in the profile, and the network"
    case .noConnection(let words):
      "no connection to \(host) came about (\(words)); check that it runs there, and the network"
    case .encryption(let words):
      "no encrypted connection to \(host) came about (\(words)); check the URL, the date of this"
        + " machine and whether a proxy reads along"
    case .noHTTP2:
      "the connection to \(host) is not one of HTTP/2, as where a proxy reads along that speaks HTTP/1.1 alone"
    case .proxy(let words):
      "the proxy does not let the request through (\(words)); check HTTPS_PROXY and NO_PROXY"
    case .proxyVariable(let words): words
    case .timedOut:
      "\(host) did not answer in time; try again, or check the network"
    case .closed:
      "\(host) closed the connection in the middle of the exchange; try again"
    case .other(let words):
      "the exchange with \(host) failed (\(words)); try again, or check the network"
    }
  }
}
