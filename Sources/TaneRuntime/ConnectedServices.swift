import Synchronization
import TaneProject

/// A cache of the connections to a connector's environments, so that a run shares one token and one
/// traffic limit.
final class ConnectedServices: Sendable {
  private let connections = Mutex<[String: ServiceConnections]>([:])

  /// Returns the connections of an environment, creating them if necessary.
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
