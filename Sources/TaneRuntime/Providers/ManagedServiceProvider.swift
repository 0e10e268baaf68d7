import TaneCore
import TaneFirebase
import TaneProject

/// A provider of a kind of service to which a manager leads apps.
protocol ManagedServiceProvider: ServiceProvider {
  associatedtype Manager: EnvironmentManager

  /// The manager that apps use unless they bring their own.
  var sharedManager: Manager { get }

  /// Makes a manager's references belong to an environment, one of some.
  func connect(
    _ manager: Manager,
    to services: OpenedEnvironment,
    of profile: EnvironmentProfile,
    in profiles: EnvironmentProfiles
  )
}

extension ManagedServiceProvider {
  /// Connects the manager of the kind that is among some, or the shared one.
  func connect(
    among managers: [any EnvironmentManager],
    to services: OpenedEnvironment,
    of profile: EnvironmentProfile,
    in profiles: EnvironmentProfiles
  ) {
    connect(manager(among: managers), to: services, of: profile, in: profiles)
  }

  /// The manager of the kind that is among some, or the shared one.
  func manager(among managers: [any EnvironmentManager]) -> Manager {
    managers.lazy.compactMap { $0 as? Manager }.first ?? sharedManager
  }

  /// Where the services of the kind are in an environment, and in the others.
  func urls(of profile: EnvironmentProfile, in profiles: EnvironmentProfiles) -> ServiceURLs {
    func urls(of profile: EnvironmentProfile) -> [String: String] {
      let services = profile.services(of: kind).map { ($0.name, $0.url) }
      return Dictionary(services, uniquingKeysWith: { first, _ in first })
    }
    return ServiceURLs(urls(of: profile), others: profiles.profiles.map(urls))
  }
}
