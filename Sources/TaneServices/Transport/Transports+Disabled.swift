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

  func call(
    _ method: String,
    _ fields: [(String, String)],
    _ requests: AsyncStream<[UInt8]>,
    _ receive: @escaping @Sendable ([UInt8]) async throws -> Void
  ) async throws -> Status? { nil }

  func close() {}
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
