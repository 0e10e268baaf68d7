package import SystemPackage
package import TaneCore
import TaneProject

/// An emulator that clients can connect to.
package struct ServedEmulator {
  /// The emulated services of a kind.
  package struct Service {
    package let kind: ServiceKind
    /// Firebase's name of the kind's emulator, such as `database`.
    package let name: String
    /// The host and the port, or nil if the kind is not served.
    package let address: String?
    /// The database, bucket or project names that clients must use.
    package let names: [String]
    /// The names in a human-readable format.
    package let formattedNames: String
  }

  private let emulator: PreparedEmulator
  private let server: EmulatorServer
  private let hub: EmulatorServer?

  init(emulator: PreparedEmulator, server: EmulatorServer, hub: EmulatorServer?) {
    (self.emulator, self.server, self.hub) = (emulator, server, hub)
  }

  /// The default project of clients.
  package var project: String { emulator.source.project }

  /// The version of Google's Firestore emulator and the path of its security rules, if any, or nil
  /// if Tane's own emulator is used.
  package var googleFirestore: (version: String, rules: String?)? {
    emulator.googleFirestore.map { ($0.version, $0.rules?.path) }
  }

  /// The files with the security rules of Realtime Databases, and the databases without rules, or
  /// nil if rules are not evaluated.
  package var databaseRules: (files: [String], open: [String])? {
    emulator.source.databaseRules.map { rules in
      let names = DatabaseEmulation().names(in: emulator.source)
      return (
        Set(rules.values.compactMap(\.path)).sorted(), names.filter { rules[$0] == nil }
      )
    }
  }

  /// The services, in the order of the output.
  package var services: [Service] {
    ServiceRegistry.emulators.map { provider in
      let names = provider.names(in: emulator.source)
      return Service(
        kind: provider.kind,
        name: provider.name,
        address: server.address(of: provider.name),
        names: names,
        formattedNames: provider.formatNames(names)
      )
    }
  }

  /// The environment variables that connect SDKs to the emulator.
  package var variables: [(name: String, value: String)] {
    let services = services.flatMap { service in
      service.address.map { service.kind.emulatorVariables(for: $0) } ?? []
    }
    let hub = hub?.address(of: "hub").map { [("FIREBASE_EMULATOR_HUB", $0)] } ?? []
    return services + hub + [("GCLOUD_PROJECT", project)]
  }

  /// Stops listening and exports the data, if requested; returns the folder of the export, or nil
  /// if no export was requested.
  package func end() async throws -> FilePath? {
    await hub?.shutDown()
    await server.shutDown()
    do {
      try await export()
    } catch {
      await emulator.googleFirestore?.end()
      throw error
    }
    await emulator.googleFirestore?.end()
    return emulator.folder?.path
  }

  private func export() async throws {
    guard let folder = emulator.folder else { return }
    try await EmulatorExport(
      services: emulator.services,
      unsupportedParts: emulator.unsupportedParts,
      version: emulator.options.version
    ).write(to: folder)
  }
}
