#if Network
import AsyncHTTPClient
import HTTPTypes
package import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization
import SystemPackage
import TaneCore

/// A transport over HTTP/1.1 and HTTP/2 that reuses connections.
package final class AsyncHTTPTransport: Transport {
  /// The clients by proxy (nil for direct connections), created on demand because most commands
  /// send no requests.
  private let clients = Mutex<[ProxySettings.Proxy?: HTTPClient]>([:])
  private let configuration: HTTPClient.Configuration
  private let proxies: ProxySettings
  /// The trusted certificates.
  package let trust: TrustSettings
  private let logger: Logger

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - timeouts: The timeouts.
  ///   - connections: The maximum number of HTTP/1.1 connections per host.
  ///   - proxies: The proxy settings.
  ///   - trust: The trusted certificates.
  ///   - logger: The logger of the underlying library, which logs connections at trace level.
  package convenience init(
    timeouts: Timeouts = Timeouts(),
    connections: Int = 16,
    proxies: ProxySettings = .none,
    trust: TrustSettings = .system,
    logger: Logger = Logger(label: "tane.transport")
  ) {
    self.init(
      timeouts: timeouts,
      connections: connections,
      proxies: proxies,
      trust: trust,
      logger: logger,
      encryption: nil
    )
  }

  init(
    timeouts: Timeouts = Timeouts(),
    connections: Int = 16,
    proxies: ProxySettings = .none,
    trust: TrustSettings = .system,
    logger: Logger = Logger(label: "tane.transport"),
    encryption: TLSConfiguration?
  ) {
    self.proxies = proxies
    self.trust = trust
    self.logger = logger
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: encryption,
      redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(timeouts.connect), read: TimeAmount(timeouts.idle))
    )
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    // A refused connection is reported immediately; the caller decides whether to retry.
    configuration.connectionPool.retryConnectionEstablishment = false
    self.configuration = configuration
  }

  deinit {
    clients.withLock { clients in
      for client in clients.values { client.shutdown { _ in } }
    }
  }

  /// Returns the client for a proxy, or for direct connections.
  private func client(through proxy: ProxySettings.Proxy?) throws -> HTTPClient {
    try clients.withLock { clients in
      if let client = clients[proxy] { return client }
      var configuration = configuration
      if configuration.tlsConfiguration == nil, trust != .system {
        configuration.tlsConfiguration = try trust.configuration()
      }
      configuration.proxy = proxy.map(HTTPClient.Configuration.Proxy.init)
      let client = HTTPClient(
        // All platforms use the same implementation, so that they report the same errors.
        eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
        configuration: configuration,
        backgroundActivityLogger: logger
      )
      clients[proxy] = client
      return client
    }
  }

  package func send(_ request: TransportRequest) async throws -> TransportResponse {
    try Task.checkCancellation()
    if let problem = proxies.problem, !proxies.isDirect(request.url) {
      throw TransportFailure(.proxyVariable(problem), mayHaveArrived: false)
    }
    let proxy = proxies.proxy(for: request.url)
    do {
      let response = try await client(through: proxy).execute(
        Self.outgoing(request),
        deadline: request.timeout.map { .now() + TimeAmount($0) } ?? .distantFuture,
        logger: logger
      )
      return Self.incoming(response)
    } catch {
      throw Self.failure(error, through: proxy)
    }
  }

  /// Returns true if requests to the host of a URL bypass proxies.
  package func connectsDirectly(to url: String) -> Bool {
    proxies.proxy(for: url) == nil && (proxies.problem == nil || proxies.isDirect(url))
  }

  /// Returns the error for a failed connection, attributed to the proxy if one is used.
  private static func failure(
    _ error: any Error,
    through proxy: ProxySettings.Proxy?
  ) -> any Error {
    guard let proxy, let failure = failure(error) as? TransportFailure else {
      return failure(error)
    }
    switch failure.reason {
    case .noConnection, .unknownHost:
      return TransportFailure(
        .proxy("\(failure.words) when connecting to \(proxy.host):\(proxy.port)"),
        mayHaveArrived: false
      )
    default: return failure
    }
  }

  private static func outgoing(_ request: TransportRequest) -> HTTPClientRequest {
    var outgoing = HTTPClientRequest(url: request.url)
    outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.fields {
      outgoing.headers.add(name: field.name.rawName, value: field.value)
    }
    if request.body.count <= OutgoingBody.chunkSize {
      if !request.body.isEmpty { outgoing.body = .bytes(ByteBuffer(bytes: request.body)) }
    } else {
      outgoing.body = .stream(
        OutgoingBody(bytes: request.body, counter: .current),
        length: .known(Int64(request.body.count))
      )
    }
    return outgoing
  }

  private static func incoming(_ response: HTTPClientResponse) -> TransportResponse {
    var fields = HTTPFields()
    for (name, value) in response.headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    let body = IncomingBody(body: response.body)
    return TransportResponse(Int(response.status.code), fields: fields, body: body)
  }

  /// Converts an HTTP library's error to a `TransportFailure` or a `CancellationError`.
  fileprivate static func failure(_ error: any Error) -> any Error {
    if error is CancellationError || Task.isCancelled { return CancellationError() }
    return switch error {
    case let failure as TransportFailure: failure
    case let error as HTTPClientError: failure(error)
    case let error as NIOConnectionError: failure(error)
    case let error as IOError: failure(error)
    case ChannelError.connectTimeout: failure(HTTPClientError.connectTimeout)
    case is ChannelError, HTTPParserError.invalidEOFState:
      TransportFailure(.closed, mayHaveArrived: true)
    case NIOSSLError.uncleanShutdown: TransportFailure(.closed, mayHaveArrived: true)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      TransportFailure(.encryption(obstacle(to: error)), mayHaveArrived: false)
    default: TransportFailure(.other("\(error)"), mayHaveArrived: true)
    }
  }

  /// Returns the reason an encrypted connection failed.
  private static func obstacle(to error: any Error) -> String {
    if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
      return "its certificate is for a different host"
    }
    let words = "\(error)"
    if words.contains("CERTIFICATE_VERIFY_FAILED") {
      return
        "this machine does not trust its certificate: it is self-signed, issued by a proxy, or "
        + "expired"
    }
    if words.contains("WRONG_VERSION_NUMBER") || words.contains("HTTP_REQUEST") {
      return "it does not support TLS"
    }
    return words
  }

  private static func failure(_ error: HTTPClientError) -> any Error {
    switch error {
    case .cancelled: CancellationError()
    case .connectTimeout:
      TransportFailure(.noConnection("it took too long"), mayHaveArrived: false)
    case .tlsHandshakeTimeout:
      TransportFailure(.encryption("it took too long"), mayHaveArrived: false)
    case .getConnectionFromPoolTimeout: TransportFailure(.timedOut, mayHaveArrived: false)
    case .readTimeout, .writeTimeout, .deadlineExceeded:
      TransportFailure(.timedOut, mayHaveArrived: true)
    case .remoteConnectionClosed, .uncleanShutdown: TransportFailure(.closed, mayHaveArrived: true)
    case .invalidProxyResponse, .proxyAuthenticationRequired, .httpProxyHandshakeTimeout,
      .socksHandshakeTimeout, .invalidProxyConfiguration:
      TransportFailure(.proxy(error.shortDescription), mayHaveArrived: false)
    default: TransportFailure(.other(error.shortDescription), mayHaveArrived: true)
    }
  }

  private static func failure(_ error: NIOConnectionError) -> TransportFailure {
    guard let first = error.connectionErrors.first else {
      return TransportFailure(.unknownHost, mayHaveArrived: false)
    }
    let errno = (first.error as? IOError).map { Errno(rawValue: $0.errnoCode).description }
    return TransportFailure(.noConnection(errno ?? "\(first.error)"), mayHaveArrived: false)
  }

  private static func failure(_ error: IOError) -> TransportFailure {
    let errno = Errno(rawValue: error.errnoCode)
    switch errno {
    case .connectionRefused:
      return TransportFailure(.noConnection(errno.description), mayHaveArrived: false)
    case .networkUnreachable, .hostIsDown, .noRouteToHost:
      // An established connection can also end with these errors.
      return TransportFailure(.noConnection(errno.description), mayHaveArrived: true)
    default: return TransportFailure(.closed, mayHaveArrived: true)
    }
  }
}

/// The body of a large request in chunks, which are counted as they are sent.
private struct OutgoingBody: AsyncSequence, Sendable {
  static let chunkSize = 1 << 16

  struct AsyncIterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    let counter: WorkCounter?

    mutating func next() async -> ByteBuffer? {
      guard !rest.isEmpty else { return nil }
      let chunk = rest.prefix(OutgoingBody.chunkSize)
      rest = rest.dropFirst(OutgoingBody.chunkSize)
      counter?.add(chunk.count, .bytes)
      return ByteBuffer(bytes: chunk)
    }
  }

  let bytes: [UInt8]
  let counter: WorkCounter?

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: bytes[...], counter: counter) }
}

/// A response body from the HTTP library, with converted errors.
private struct IncomingBody: AsyncSequence, Sendable {
  struct AsyncIterator: AsyncIteratorProtocol {
    var base: HTTPClientResponse.Body.AsyncIterator

    mutating func next() async throws -> [UInt8]? {
      do {
        return try await base.next().map { Array($0.readableBytesView) }
      } catch {
        throw AsyncHTTPTransport.failure(error)
      }
    }
  }

  let body: HTTPClientResponse.Body

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(base: body.makeAsyncIterator())
  }
}

extension TimeAmount {
  fileprivate init(_ duration: Duration) {
    self = .nanoseconds(Int64(duration / .nanoseconds(1)))
  }
}

extension HTTPClient.Configuration.Proxy {
  fileprivate init(_ proxy: ProxySettings.Proxy) {
    self = .server(
      host: proxy.host,
      port: proxy.port,
      authorization: proxy.user.map { .basic(username: $0, password: proxy.password ?? "") }
    )
  }
}
#endif
