import HTTPTypes
import TaneCore

/// The emulator hub, from which SDKs and scripts get the addresses of other emulators.
package struct HubService: EmulatorService {
  private let server: EmulatorServer
  private let names: [String]
  private let version: String

  /// Creates a hub that lists a server's endpoints with the given names.
  package init(of server: EmulatorServer, names: [String], version: String) {
    self.server = server
    self.names = names
    self.version = version
  }

  package func respond(to request: EmulatorRequest) async -> EmulatorResponse {
    if let preflight = CrossOriginSharing.preflight(request) { return preflight }
    return CrossOriginSharing.addingHeaders(to: handle(request), for: request)
  }

  private func handle(_ request: EmulatorRequest) -> EmulatorResponse {
    switch (request.method, request.target.segments) {
    case (.get, []): .json(locator(request))
    case (.get, ["emulators"]): .json(emulators(asked: request))
    // There are no background triggers, but tests request that they be disabled.
    case (.put, ["functions", "disableBackgroundTriggers"]): .json(["enabled": false])
    case (.put, ["functions", "enableBackgroundTriggers"]): .json(["enabled": true])
    default:
      GoogleFailure(.notFound, "Nothing is served at this path with this method.")
        .response(isStream: false)
    }
  }

  /// Returns the hub's description of itself.
  private func locator(_ request: EmulatorRequest) -> TreeLiteral {
    let origin = "http://\(request.head.authority ?? server.host)"
    let port = Self.port(of: request).map { [("port", TreeLiteral.integer(Int64($0)))] } ?? []
    return .map(
      [
        ("version", .string(version)), ("origins", [.string(origin)]),
        ("host", .string(server.host)),
      ] + port
    )
  }

  private func emulators(asked request: EmulatorRequest) -> TreeLiteral {
    var ports = names.compactMap { name in server.ports[name].map { (name, $0) } }
    if let port = Self.port(of: request) { ports.append(("hub", port)) }
    return .map(ports.map { name, port in (name, emulator(name, at: port)) })
  }

  /// Returns the hub's own port, to which the request was sent.
  private static func port(of request: EmulatorRequest) -> Int? {
    request.head.authority?.split(separator: ":").last.flatMap { Int($0) }
  }

  private func emulator(_ name: String, at port: Int) -> TreeLiteral {
    let port = TreeLiteral.integer(Int64(port))
    let host = TreeLiteral.string(server.host)
    let family: TreeLiteral = server.host.contains(":") ? "IPv6" : "IPv4"
    return [
      "name": .string(name), "host": host, "port": port,
      "listen": [["address": host, "family": family, "port": port]],
    ]
  }
}
