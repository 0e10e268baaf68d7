import NIOHTTP1

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the connections of an endpoint share.
struct ServerContext: Sendable {
  let endpoint: EmulatorEndpoint
  let limits: ServerLimits
  let connections: ConnectionRegistry
  let report: @Sendable (ServedRequest) -> Void

  /// The time now, as HTTP writes it.
  func date() -> String {
    HTTPDate.text(secondsSince1970: max(0, Int(Date().timeIntervalSince1970)))
  }

  /// Reports a request that has been answered.
  func log(_ head: HTTPRequestHead, _ status: Int, since start: ContinuousClock.Instant) {
    report(
      ServedRequest(
        service: endpoint.name,
        method: head.method.rawValue,
        target: head.uri,
        status: status,
        duration: .now - start
      )
    )
  }
}
