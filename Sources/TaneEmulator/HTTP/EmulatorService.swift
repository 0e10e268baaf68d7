/// An emulator of a Firebase service, independent of the server.
package protocol EmulatorService: Sendable {
  /// Responds to a request; errors are also reported as responses.
  func respond(to request: EmulatorRequest) async -> EmulatorResponse
}
