/// A service with its port.
package struct EmulatorEndpoint: Sendable {
  /// The service's name in messages and logs, such as `database`.
  package let name: String
  /// The service that responds to requests.
  package let service: any EmulatorService
  /// The service for WebSocket connections, if any.
  package let webSockets: (any WebSocketService)?
  /// The service for gRPC calls, if any.
  package let grpc: (any GRPCService)?
  /// The port, or 0 for any free port.
  package let port: Int
  /// The port, on `127.0.0.1`, of another server that handles accepted requests in place of the
  /// services, if any.
  package let relayPort: Int?

  package init(
    _ name: String,
    _ service: any EmulatorService,
    webSockets: (any WebSocketService)? = nil,
    grpc: (any GRPCService)? = nil,
    port: Int,
    relayPort: Int? = nil
  ) {
    self.name = name
    self.service = service
    self.webSockets = webSockets
    self.grpc = grpc
    self.port = port
    self.relayPort = relayPort
  }
}

/// An error that prevents a server from starting.
package struct EmulatorServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message with the attempted action, the cause and the remedy.
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
