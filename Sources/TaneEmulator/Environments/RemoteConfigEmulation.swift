import TaneCore
import TaneEmbedded
import TaneProject

/// A provider that emulates Remote Config for environments that use it; Firebase itself has no
/// Remote Config emulator.
struct RemoteConfigEmulation: EmulatorProvider {
  let kind = ServiceKind.remoteConfig

  func addStores(of source: EmulatorSource, to stores: inout EnvironmentStores) {
    for service in source.profile.services(of: kind) {
      let store = Self.store(of: service.project ?? source.project, in: source)
      stores.add(store, named: service.name, as: .remoteConfig)
    }
  }

  func service(of source: EmulatorSource) -> EmulatedService? {
    guard !source.profile.services(of: kind).isEmpty else { return nil }
    let service = RemoteConfigService { Self.store(of: $0, in: source) }
    return EmulatedService(service: service, project: source.project)
  }

  func names(in source: EmulatorSource) -> [String] { [source.project] }

  /// Returns the store of a project's template: the profile's store for the profile's own project,
  /// otherwise a store with the project's name.
  private static func store(
    of project: String,
    in source: EmulatorSource
  ) -> EmbeddedRemoteConfig {
    let own = source.isOwnProject(project) ? source.storeName(of: .remoteConfig) : nil
    return source.embedded.remoteConfig(own ?? project)
  }
}
