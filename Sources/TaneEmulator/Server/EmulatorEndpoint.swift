/// A service with its port.
public struct EmulatorEndpoint: Sendable {
  /// The service's name in messages and logs, such as `database`.
  public let name: String
  /// The service that responds to requests.
  public let service: any EmulatorService
  /// The service for WebSocket connections, if any.
  public let webSockets: (any WebSocketService)?
  /// The service for gRPC calls, if any.
  public let grpc: (any GRPCService)?
  /// The port, or 0 for any free port.
  public let port: Int

  /// Creates an endpoint.
  public init(
    _ name: String,
    _ service: any EmulatorService,
    webSockets: (any WebSocketService)? = nil,
    grpc: (any GRPCService)? = nil,
    port: Int
  ) {
    self.name = name
    self.service = service
    self.webSockets = webSockets
    self.grpc = grpc
    self.port = port
  }
}

/// An error that prevents a server from starting.
public struct EmulatorServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message with the attempted action, the cause and the remedy.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
