import TaneCore
import TaneEmbedded
import TaneFirebase
import TaneProject
import TaneServices

/// A provider that opens Firestore databases.
struct FirestoreProvider: ManagedServiceProvider {
  var supportsAppUsers: Bool { true }

  var key: ServiceKey<any DocumentReader, any DocumentStore> { .firestore }

  func embeddedStore(_ name: String, in embedded: EmbeddedEnvironment) -> any DocumentStore {
    embedded.documents(name)
  }

  func client(
    of service: ServiceProfile,
    over connections: ServiceConnections
  ) throws -> FirestoreClient {
    let location: FirestoreLocation
    switch service.location {
    case .firebase(let name): location = try FirestoreLocation(firebase: name)
    case .emulator(let origin, let name):
      location = try FirestoreLocation(emulator: origin, database: name)
    case .embedded: throw service.unsupported
    }
    var settings = location.isEmulator ? FirestoreClient.Settings.emulator : .init()
    if !connections.rampsUp { settings.rampsUp = false }
    return FirestoreClient(
      location: location,
      connection: try connections.connection(isEmulator: location.isEmulator),
      settings: settings
    )
  }

  func store(_ client: FirestoreClient) -> any DocumentStore { client }

  func probe(_ reader: any DocumentReader) async throws {
    _ = try await reader.collectionIDs(below: .root)
  }

  var sharedManager: FirestoreManager { .shared }

  func connect(_ manager: FirestoreManager, to environment: ManagedEnvironment) {
    manager.use(
      environment.services,
      environment: environment.profile.name,
      databaseName: environment.profile.documentDatabase?.description,
      opener: environment.opener
    )
  }
}
