import TaneCore
import TaneEmbedded
import TaneFirebase
import TaneProject
import TaneServices

/// A provider that opens the Remote Config of a project.
struct RemoteConfigProvider: ManagedServiceProvider {
  var key: ServiceKey<any RemoteConfigReader, any RemoteConfigStore> { .remoteConfig }

  func embeddedStore(
    _ name: String,
    in embedded: EmbeddedEnvironment
  ) -> any RemoteConfigStore {
    embedded.remoteConfig(name)
  }

  func client(
    of service: ServiceProfile,
    over connections: ServiceConnections
  ) throws -> RemoteConfigClient {
    let location = try service.projectLocation()
    return RemoteConfigClient(
      location: location,
      connection: try connections.connection(isEmulator: location.isEmulator)
    )
  }

  func store(_ client: RemoteConfigClient) -> any RemoteConfigStore { client }

  func probe(_ reader: any RemoteConfigReader) async throws {
    _ = try await reader.current()
  }

  var sharedManager: RemoteConfigManager { .shared }

  func connect(_ manager: RemoteConfigManager, to environment: ManagedEnvironment) {
    manager.use(environment.services, environment: environment.profile.name)
  }
}
