/// A service and where it is to be reached.
public struct EmulatorEndpoint: Sendable {
  /// The service's name in messages and in the log: `database`.
  public let name: String
  /// What answers requests.
  public let service: any EmulatorService
  /// What answers over WebSocket, if anything does.
  public let webSockets: (any WebSocketService)?
  /// What answers over gRPC, if anything does.
  public let grpc: (any GRPCService)?
  /// The port, 0 for any that is free.
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

/// Why a server cannot begin.
public struct EmulatorServerError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was tried, what stands in the way and what to do.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}
