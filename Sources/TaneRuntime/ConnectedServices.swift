import Synchronization
import TaneProject

/// The clients of a connector's environments, made once: so that one token serves a whole run, and its limits
/// hold from its beginning to its end.
final class ConnectedServices: Sendable {
  private let services = Mutex<[String: ServiceStores]>([:])

  /// The clients of an environment, made where there are none yet.
  func services(
    of profile: EnvironmentProfile,
    _ make: () -> ServiceStores
  ) -> ServiceStores {
    services.withLock { services in
      if let found = services[profile.name] { return found }
      let made = make()
      services[profile.name] = made
      return made
    }
  }
}
