#if Network
import NIOHTTP1

/// The state shared by an endpoint's connections.
struct ServerContext: Sendable {
  let endpoint: EmulatorEndpoint
  let limits: ServerLimits
  let connections: ConnectionRegistry
  let access: ClientAccessPolicy
  let report: @Sendable (ServedRequest) -> Void
  let clock = HTTPClock()

  /// Reports a completed HTTP/1.1 request.
  func log(_ head: HTTPRequestHead, _ status: Int, since start: ContinuousClock.Instant) {
    log(head.method.rawValue, head.uri, status, since: start)
  }

  /// Reports a completed request, with the time since `start`.
  func log(
    _ method: String,
    _ target: String,
    _ status: Int,
    since start: ContinuousClock.Instant
  ) {
    report(
      ServedRequest(
        service: endpoint.name,
        method: method,
        target: target,
        status: status,
        duration: .now - start
      )
    )
  }
}
#endif
