import Synchronization
import TaneProject

/// The connections to a connector's environments, made once: so that one token serves a whole run, and its limits
/// hold from its beginning to its end.
final class ConnectedServices: Sendable {
  private let connections = Mutex<[String: ServiceConnections]>([:])

  /// The connections of an environment, made where there are none yet.
  func connections(
    of profile: EnvironmentProfile,
    _ make: () -> ServiceConnections
  ) -> ServiceConnections {
    connections.withLock { connections in
      if let found = connections[profile.name] { return found }
      let made = make()
      connections[profile.name] = made
      return made
    }
  }
}
