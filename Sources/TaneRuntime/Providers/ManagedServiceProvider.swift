import TaneCore
import TaneFirebase
import TaneProject

/// A provider of a kind of service to which a manager leads apps.
protocol ManagedServiceProvider: ServiceProvider {
  associatedtype Manager: EnvironmentManager

  /// The manager that apps use unless they bring their own.
  var sharedManager: Manager { get }

  /// Makes a manager's references belong to an environment, one of some.
  func connect(_ manager: Manager, to environment: ManagedEnvironment)
}

/// An environment to which managers lead apps.
struct ManagedEnvironment {
  let services: OpenedEnvironment
  let profile: EnvironmentProfile
  /// The profiles of the project.
  let profiles: EnvironmentProfiles
  /// Opens services at emulators.
  let emulators: EmulatorOpener
}

extension ManagedServiceProvider {
  /// Connects the manager of the kind that is among some, or the shared one.
  func connect(among managers: [any EnvironmentManager], to environment: ManagedEnvironment) {
    connect(manager(among: managers), to: environment)
  }

  /// The manager of the kind that is among some, or the shared one.
  func manager(among managers: [any EnvironmentManager]) -> Manager {
    managers.lazy.compactMap { $0 as? Manager }.first ?? sharedManager
  }

  /// Where the services of the kind are in an environment, and in the others.
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
