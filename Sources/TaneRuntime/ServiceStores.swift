import TaneCore
import TaneProject
import TaneServices

/// Clients of the services that a profile names, all over one transport and one credential.
struct ServiceStores {
  private let profile: EnvironmentProfile
  private let transport: AsyncHTTPTransport
  private let limiter: TrafficLimiter
  /// One for all services, so that one token serves them all.
  private let google: Result<GoogleCredential, StoreError>

  init(_ profile: EnvironmentProfile, variables: [String: String]) {
    self.profile = profile
    transport = SharedTransport.transport(for: ProxySettings(variables: variables))
    let finder = CredentialFinder(variables: variables, transport: transport)
    google = Self.credential(of: profile, by: finder)
    limiter = TrafficLimiter(bytesPerMinute: profile.limits.bytesPerMinute)
  }

  /// The client of a database of Firebase or of an emulator.
  func database(_ database: DatabaseProfile) throws -> any TreeStore {
    var settings = RealtimeDatabaseClient.Settings()
    settings.disablesTriggers = database.disableTriggers
    let location: DatabaseLocation
    switch database.url {
    case .firebase(let origin): location = try DatabaseLocation(firebase: origin)
    case .emulator(let origin, let name, _):
      location = try DatabaseLocation(emulator: origin, namespace: name)
    case .embedded, .bucket: throw unsupported(database.name, database.url)
    }
    return RealtimeDatabaseClient(
      name: database.name,
      location: location,
      connection: try connection(isEmulator: location.isEmulator),
      settings: settings
    )
  }

  /// The client of a bucket of Cloud Storage or of an emulator.
  func bucket(_ bucket: BucketProfile) throws -> any ObjectStore {
    let (location, isEmulator): (BucketLocation, Bool)
    switch bucket.url {
    case .bucket(let name): (location, isEmulator) = (BucketLocation(bucket: name), false)
    case .emulator(let origin, let name, _):
      (location, isEmulator) = (try BucketLocation(emulator: origin, bucket: name), true)
    case .embedded, .firebase: throw unsupported(bucket.name, bucket.url)
    }
    return CloudStorageBucket(
      name: bucket.name,
      location: location,
      connection: try connection(isEmulator: isEmulator)
    )
  }

  /// A credential of production goes to no emulator: those take everybody for the owner.
  private func connection(isEmulator: Bool) throws -> ServiceConnection {
    ServiceConnection(
      transport: transport,
      credential: isEmulator ? .owner : .google(try google.get()),
      limiter: limiter
    )
  }

  private static func credential(
    of profile: EnvironmentProfile,
    by finder: CredentialFinder
  ) -> Result<GoogleCredential, StoreError> {
    guard let secret = profile.credentials else {
      return .success(GoogleCredential(applicationDefaultOf: finder))
    }
    do {
      return .success(try finder.credential(secret.revealed))
    } catch {
      return .failure(
        StoreError(.unreadable, service: profile.name, "no access: \(error)")
      )
    }
  }

  private func unsupported(_ name: String, _ url: ServiceURL) -> StoreError {
    StoreError(.unsupported, service: "\(name) (\(url))", "there is no client for this kind of URL")
  }
}
