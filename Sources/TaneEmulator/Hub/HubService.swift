import HTTPTypes
import TaneCore

/// Tells SDKs and scripts where the other emulators are, as the hub of Firebase's emulators does.
public struct HubService: EmulatorService {
  private let server: EmulatorServer
  private let names: [String]

  /// Creates the hub of a server's endpoints.
  public init(of server: EmulatorServer, names: [String]) {
    self.server = server
    self.names = names
  }

  /// Answers a request.
  public func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if let preflight = CrossOriginSharing.preflight(request) { return preflight }
    return CrossOriginSharing.allowing(answer(request), request)
  }

  private func answer(_ request: EmulatorRequest) -> EmulatorResponse {
    switch (request.method, request.target.segments) {
    case (.get, ["emulators"]): .json(emulators)
    // Nothing is triggered here, and tests ask before they change data.
    case (.put, ["functions", "disableBackgroundTriggers"]): .json(["enabled": false])
    case (.put, ["functions", "enableBackgroundTriggers"]): .json(["enabled": true])
    default:
      GoogleFailure(.notFound, "Nothing is served at this path with this method.")
        .response(isStream: false)
    }
  }

  private var emulators: TreeLiteral {
    .map(
      names.compactMap { name in
        server.ports[name].map { port in
          let port = TreeLiteral.integer(Int64(port))
          let host = TreeLiteral.string(server.host)
          let family: TreeLiteral = server.host.contains(":") ? "IPv6" : "IPv4"
          return (
            name,
            [
              "name": .string(name), "host": host, "port": port,
              "listen": [["address": host, "family": family, "port": port]],
            ]
          )
        }
      }
    )
  }
}
