#if !Network
import TaneServices

/// A server for builds without network support, which cannot be started.
public final class EmulatorServer: Sendable {
  /// The loopback addresses for IPv4 and IPv6.
  package static let loopback = ["127.0.0.1", "::1"]

  /// The address that the server is bound to.
  package let host: String
  /// The ports, keyed by endpoint name.
  package let ports: [String: Int]

  private init(host: String, ports: [String: Int]) { (self.host, self.ports) = (host, ports) }

  /// Throws an error, because there is no network support.
  ///
  /// - Throws: `EmulatorServerError`.
  package static func start(
    _ endpoints: [EmulatorEndpoint],
    hosts: [String] = loopback,
    limits: ServerLimits = ServerLimits(),
    access: ClientAccessPolicy = ClientAccessPolicy(),
    report: @escaping @Sendable (ServedRequest) -> Void = { _ in },
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> EmulatorServer {
    throw EmulatorServerError(MissingNetwork.message)
  }

  /// Throws an error, because there is no network support.
  static func freePort() async throws -> Int {
    throw EmulatorServerError(MissingNetwork.message)
  }

  /// Returns nil, because no endpoint is served.
  public func address(of name: String) -> String? { nil }

  /// Does nothing.
  public func shutDown() async {}
}

/// Without network support, the methods of `google.firestore.v1.Firestore` are never called.
extension FirestoreService: GRPCService {
  package func isEndless(_ method: String) -> Bool { false }

  package func answer(_ call: GRPCCall) async throws {}
}
#endif
