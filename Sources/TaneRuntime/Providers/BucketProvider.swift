import TaneCore
import TaneEmbedded
import TaneFirebase
import TaneProject
import TaneServices

/// A provider that opens Cloud Storage buckets.
struct BucketProvider: ManagedServiceProvider {
  var supportsAppUsers: Bool { true }

  var key: ServiceKey<any ObjectReader, any ObjectStore> { .buckets }

  func embeddedStore(_ name: String, in embedded: EmbeddedEnvironment) -> any ObjectStore {
    embedded.bucket(name)
  }

  func client(
    of service: ServiceProfile,
    over connections: ServiceConnections
  ) throws -> CloudStorageBucket {
    let location: BucketLocation
    switch service.location {
    case .firebase(let name): location = BucketLocation(bucket: name)
    case .emulator(let origin, let name):
      location = try BucketLocation(emulator: origin, bucket: name)
    case .embedded: throw service.unsupported
    }
    return CloudStorageBucket(
      name: service.name,
      location: location,
      connection: try connections.connection(isEmulator: service.location.isEmulator)
    )
  }

  func store(_ client: CloudStorageBucket) -> any ObjectStore { client.appBucket }

  func probe(_ reader: any ObjectReader) async throws {
    _ = try await reader.list(ObjectListRequest(maximumResults: 1))
  }

  var sharedManager: FirebaseStorageManager { .shared }

  func connect(_ manager: FirebaseStorageManager, to environment: ManagedEnvironment) {
    manager.use(
      environment.services,
      environment: environment.profile.name,
      urls: urls(of: environment),
      defaultBucket: environment.profile.defaultService(of: kind)?.name,
      opener: environment.opener
    )
  }
}
