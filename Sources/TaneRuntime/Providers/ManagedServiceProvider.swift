import TaneCore
import TaneFirebase
import TaneProject

/// A provider of a kind of service that apps access through a manager.
protocol ManagedServiceProvider: ServiceProvider {
  associatedtype Manager: EnvironmentManager

  /// The manager that apps use by default.
  var sharedManager: Manager { get }

  /// Connects a manager's references to an environment.
  func connect(_ manager: Manager, to environment: ManagedEnvironment)
}

/// An environment that managers connect apps to.
struct ManagedEnvironment {
  let services: OpenedEnvironment
  let profile: EnvironmentProfile
  /// The profiles of the project.
  let profiles: EnvironmentProfiles
  /// The function that opens services at emulators and for other apps.
  let opener: ServiceOpener
}

extension ManagedServiceProvider {
  /// Connects the first manager of this kind, or the shared manager if there is none.
  func connect(among managers: [any EnvironmentManager], to environment: ManagedEnvironment) {
    connect(manager(among: managers), to: environment)
  }

  /// Returns the first manager of this kind, or the shared manager if there is none.
  func manager(among managers: [any EnvironmentManager]) -> Manager {
    managers.lazy.compactMap { $0 as? Manager }.first ?? sharedManager
  }

  /// Returns the URLs of the kind's services in an environment and in all environments of its
  /// project.
  func urls(of environment: ManagedEnvironment) -> ServiceURLs {
    func urls(of profile: EnvironmentProfile) -> [String: String] {
      let services = profile.services(of: kind).map { ($0.name, $0.url) }
      return Dictionary(services, uniquingKeysWith: { first, _ in first })
    }
    return ServiceURLs(
      urls(of: environment.profile),
      others: environment.profiles.profiles.map(urls)
    )
  }
}
