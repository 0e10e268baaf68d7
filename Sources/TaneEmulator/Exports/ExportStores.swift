import TaneCore
import TaneEmbedded
import TaneProject

/// Stores in memory, with emulated services that import exports of other tools.
struct ExportStores {
  let source: EmulatorSource
  let stores: EnvironmentStores

  init(for profile: EnvironmentProfile) throws {
    source = EmulatorSource(profile: profile, embedded: try .inMemory())
    var stores = EnvironmentStores()
    for provider in ServiceRegistry.emulators { provider.addStores(of: source, to: &stores) }
    self.stores = stores
  }

  /// Returns the services of some kinds.
  func services(of kinds: Set<ServiceKind>) -> [ServiceKind: EmulatedService] {
    ServiceRegistry.emulators.filter { kinds.contains($0.kind) }
      .reduce(into: [:]) { $0[$1.kind] = $1.service(of: source) }
  }
}
