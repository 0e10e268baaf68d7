import TaneKit

/// A running studio.
package struct StudioServer: Sendable {
  /// The port that is tried first.
  package static let defaultPort = 4000
  /// The number of ports that are tried, starting at `defaultPort`.
  private static let portAttempts = 20
  private static let endpoint = "studio"

  /// The URL to open, with the token for the first request.
  package let url: String
  private let server: EmulatorServer

  /// Starts the studio on the loopback interface.
  ///
  /// - Parameters:
  ///   - project: The project to show.
  ///   - port: The port, or nil for the first free port, starting at 4000.
  ///   - notice: Receives messages for the person who runs the studio.
  /// - Returns: The running studio.
  /// - Throws: An `OperationFailure` if no port can be bound.
  package static func start(
    _ project: StudioProject,
    port: Int?,
    notice: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> StudioServer {
    let gate = StudioGate()
    let service = StudioService(gate: gate, project: project)
    let ports = port.map { [$0] } ?? Array(defaultPort..<defaultPort + portAttempts)
    var failure = ""
    for port in ports {
      do {
        let server = try await EmulatorServer.start(
          [EmulatorEndpoint(endpoint, service, port: port)],
          hosts: EmulatorServer.loopback,
          limits: ServerLimits(bodyBytes: 64 * 1024),
          access: ClientAccessPolicy(origins: ["null"], isExtensible: false),
          notice: notice
        )
        let address = server.address(of: endpoint) ?? ""
        return StudioServer(url: "http://\(address)/?token=\(gate.token)", server: server)
      } catch let error as EmulatorServerError {
        failure = error.description
      }
    }
    throw OperationFailure(.failed, failure)
  }

  /// Stops the studio; an action in progress is completed.
  package func end() async { await server.shutDown() }
}
