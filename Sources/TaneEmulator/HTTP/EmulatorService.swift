/// One of Firebase's services, behind whatever server carries its requests.
public protocol EmulatorService: Sendable {
  /// Answers a request; what goes wrong is an answer as well.
  func respond(to request: EmulatorRequest) async -> EmulatorResponse
}
