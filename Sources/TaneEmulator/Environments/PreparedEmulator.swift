import TaneCore
import TaneKit
package import TaneProject
import TaneSeeding

/// An emulator whose stores are open and filled, but which does not listen yet.
package struct PreparedEmulator: Sendable {
  let options: EmulateOptions
  let reporter: any OperationReporter
  let source: EmulatorSource
  /// The lock on the stores, or nil if they are in memory.
  let lock: EnvironmentLock?
  let services: [ServiceKind: EmulatedService]
  /// Google's emulator, or nil if Tane's own emulator responds to Firestore requests.
  let googleFirestore: GoogleFirestore?
  /// The folder to export to on exit, or nil if no export was requested.
  let folder: ExportFolder?
  /// The imported parts that Tane does not read.
  let unsupportedParts: UnsupportedExportParts?
  /// The imported and the skipped data, or nil if no import was requested.
  package let imported: EmulatorImport.Outcome?
  /// The reference time for relative dates in the seeded data, or nil if there are none or the
  /// state keeps the time.
  package let seedTime: FixtureAnchor?

  /// Releases the lock on the stores.
  package func release() { lock?.release() }

  /// Starts the servers of the emulated services.
  package func serve() async throws -> ServedEmulator {
    let server = try await serveServices()
    do {
      return ServedEmulator(emulator: self, server: server, hub: try await serveHub(of: server))
    } catch {
      await server.shutDown()
      throw error
    }
  }

  private func serveServices() async throws -> EmulatorServer {
    let endpoints = ServiceRegistry.emulators.compactMap { provider -> EmulatorEndpoint? in
      guard let port = options.port(of: provider.name, source.settings),
        let service = services[provider.kind]
      else { return nil }
      return EmulatorEndpoint(
        provider.name,
        service.service,
        webSockets: service.webSockets,
        grpc: service.grpc,
        port: port,
        relayPort: provider.kind == .firestore ? googleFirestore?.port : nil
      )
    }
    if let host = options.host, !ClientAccessPolicy.isLoopback(host) {
      reporter.note(
        "warning: listening on \(host): anyone on the network who can reach it can read, change "
          + "and delete all data, without a password"
      )
    }
    return try await start(endpoints)
  }

  /// Serves the hub, or returns nil if its default port is in use.
  private func serveHub(of server: EmulatorServer) async throws -> EmulatorServer? {
    guard let port = options.port(of: "hub", source.settings) else { return nil }
    let hub = HubService(
      of: server,
      names: ServiceRegistry.emulators.map(\.name),
      version: options.version
    )
    do {
      return try await start([EmulatorEndpoint("hub", hub, port: port)])
    } catch let failure as OperationFailure where options.chosen("hub", source.settings) == nil {
      reporter.note(
        "warning: \(failure.message) with --hub-port; the emulator hub was not started"
      )
      return nil
    }
  }

  private func start(_ endpoints: [EmulatorEndpoint]) async throws -> EmulatorServer {
    let (reporter, tells) = (reporter, options.logsRequests)
    do {
      return try await EmulatorServer.start(
        endpoints,
        hosts: options.host.map { [$0] } ?? EmulatorServer.loopback,
        access: ClientAccessPolicy(hosts: options.allowedHosts, origins: options.allowedOrigins),
        report: { request in
          if tells { reporter.note("\(request)") }
        },
        notice: { reporter.note("warning: \($0)") }
      )
    } catch let error as EmulatorServerError {
      throw OperationFailure(.failed, error.description)
    }
  }
}
