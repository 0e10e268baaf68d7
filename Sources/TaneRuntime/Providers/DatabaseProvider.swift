import TaneCore
import TaneEmbedded
import TaneFirebase
import TaneProject
import TaneServices

/// A provider that opens Realtime Databases.
struct DatabaseProvider: ManagedServiceProvider {
  var supportsAppUsers: Bool { true }

  var key: ServiceKey<any TreeReader, any TreeStore> { .databases }

  func embeddedStore(_ name: String, in embedded: EmbeddedEnvironment) -> any TreeStore {
    embedded.database(name)
  }

  func client(
    of service: ServiceProfile,
    over connections: ServiceConnections
  ) throws -> RealtimeDatabaseClient {
    var settings = RealtimeDatabaseClient.Settings()
    settings.disablesTriggers = service.disableTriggers
    let location: DatabaseLocation
    switch service.location {
    case .firebase(let origin): location = try DatabaseLocation(firebase: origin)
    case .emulator(let origin, let name):
      location = try DatabaseLocation(emulator: origin, namespace: name)
    case .embedded: throw service.unsupported
    }
    return RealtimeDatabaseClient(
      name: service.name,
      location: location,
      connection: try connections.connection(isEmulator: location.isEmulator),
      settings: settings
    )
  }

  func store(_ client: RealtimeDatabaseClient) -> any TreeStore { client }

  func probe(_ reader: any TreeReader) async throws { _ = try await reader.childKeys(at: .root) }

  var sharedManager: RealtimeDatabaseManager { .shared }

  func connect(_ manager: RealtimeDatabaseManager, to environment: ManagedEnvironment) {
    manager.use(
      environment.services,
      environment: environment.profile.name,
      urls: urls(of: environment),
      defaultDatabase: environment.profile.defaultService(of: kind)?.name,
      opener: environment.opener
    )
  }
}
