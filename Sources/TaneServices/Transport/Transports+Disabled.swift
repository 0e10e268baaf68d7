#if !Network
package import TaneCore

extension StoreError {
  /// Returns the error for a remote service in a build without network support.
  package static func noNetworkSupport(for service: String) -> StoreError {
    StoreError(.unsupported, service: service, MissingNetwork.message)
  }
}

/// A transport for builds without network support, which rejects every request.
package final class AsyncHTTPTransport: Transport {
  package init(
    timeouts: Timeouts = Timeouts(),
    proxies: ProxySettings = .none,
    trust: TrustSettings = .system
  ) {}

  /// Throws an error, since there is no network.
  package func send(_ request: TransportRequest) async throws -> TransportResponse {
    throw TransportFailure(.noNetwork, mayHaveArrived: false)
  }
}

/// A gRPC connection for builds without network support, which cannot be opened.
struct GRPCLink: Sendable {
  static func open(_ address: WebAddress, trust: TrustSettings) async throws -> GRPCLink {
    throw TransportFailure(.noNetwork, mayHaveArrived: false)
  }
}

/// A session for builds without network support, in which observers poll instead.
actor ListenSession {
  typealias Connector = @Sendable (WebAddress) async throws -> GRPCLink
  typealias Reader = AsyncThrowingStream<[StoredDocument], any Error>.Continuation

  nonisolated let mustPoll = true

  init(_ location: FirestoreLocation, _ client: ServiceClient, open: @escaping Connector) {}

  func addReader(_ reader: Reader, of scope: DocumentScope) -> Int { 0 }

  func removeReader(_ handle: Int) {}

  func restartStream() {}

  nonisolated func cancelConnection() {}
}

/// A WebSocket for builds without network support, which cannot be opened.
struct WebSocketLink: Sendable {
  static func open(_ address: WebAddress, trust: TrustSettings) async throws -> WebSocketLink {
    throw TransportFailure(.noNetwork, mayHaveArrived: false)
  }

  func carry(
    _ outgoing: AsyncStream<[[UInt8]]>,
    _ receive: @escaping @Sendable ([UInt8]) -> Void
  ) async throws {}
}
#endif
