import TaneCore
import TaneFirebase
import TaneProject

/// A provider of a kind of service to which a manager leads apps.
protocol ManagedServiceProvider: ServiceProvider {
  associatedtype Manager: EnvironmentManager

  /// The manager that apps use unless they bring their own.
  var sharedManager: Manager { get }

  /// Makes a manager's references belong to an environment.
  func connect(
    _ manager: Manager,
    to services: OpenedEnvironment,
    of profile: EnvironmentProfile
  )
}

extension ManagedServiceProvider {
  /// Connects the manager of the kind that is among some, or the shared one.
  func connect(
    among managers: [any EnvironmentManager],
    to services: OpenedEnvironment,
    of profile: EnvironmentProfile
  ) {
    let own = managers.lazy.compactMap { $0 as? Manager }.first
    connect(own ?? sharedManager, to: services, of: profile)
  }
}
