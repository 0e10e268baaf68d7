import TaneCore
import TaneProject
import TaneServices

/// Clients of the services that a profile names, all over one transport and one credential.
///
/// Where all of them are emulators, no credential is looked for.
struct ServiceStores {
  private let profile: EnvironmentProfile
  private let project: Project
  private let transport: AsyncHTTPTransport
  private let limiter: TrafficLimiter
  private let network: NetworkSettings
  /// One for all services, so that one token serves them all.
  private let google: Result<GoogleCredential, StoreError>
  private let finder: CredentialFinder

  init(
    _ profile: EnvironmentProfile,
    of project: Project,
    variables: [String: String],
    network: NetworkSettings
  ) {
    self.profile = profile
    self.project = project
    var network = network
    network.policy.timeout =
      network.timeout ?? profile.limits.timeout ?? network.policy.timeout
    network.timeouts.idle = min(network.timeouts.idle, network.policy.timeout)
    network.timeouts.connect = min(network.timeouts.connect, network.policy.timeout)
    self.network = network
    transport = SharedTransport.transport(
      for: ProxySettings(variables: variables),
      network.timeouts
    )
    let finder = CredentialFinder(
      variables: variables,
      transport: transport,
      clock: network.clock,
      log: network.log
    )
    self.finder = finder
    google = Self.credential(of: profile, by: finder, network.clock)
    limiter = TrafficLimiter(bytesPerMinute: profile.limits.bytesPerMinute, clock: network.clock)
  }

  /// The client of a database of Firebase or of an emulator.
  func database(_ database: ServiceProfile) throws -> RealtimeDatabaseClient {
    var settings = RealtimeDatabaseClient.Settings()
    settings.disablesTriggers = database.disableTriggers
    let location: DatabaseLocation
    switch database.location {
    case .firebase(let origin): location = try DatabaseLocation(firebase: origin)
    case .emulator(let origin, let name):
      location = try DatabaseLocation(emulator: origin, namespace: name)
    case .embedded: throw unsupported(database)
    }
    return RealtimeDatabaseClient(
      name: database.name,
      location: location,
      connection: try connection(isEmulator: location.isEmulator),
      settings: settings
    )
  }

  /// The client of a bucket of Cloud Storage or of an emulator.
  func bucket(_ bucket: ServiceProfile) throws -> CloudStorageBucket {
    let (location, isEmulator): (BucketLocation, Bool)
    switch bucket.location {
    case .firebase(let name): (location, isEmulator) = (BucketLocation(bucket: name), false)
    case .emulator(let origin, let name):
      (location, isEmulator) = (try BucketLocation(emulator: origin, bucket: name), true)
    case .embedded: throw unsupported(bucket)
    }
    return CloudStorageBucket(
      name: bucket.name,
      location: location,
      connection: try connection(isEmulator: isEmulator)
    )
  }

  /// The client of a Firestore database of Firebase or of an emulator.
  func documents(_ firestore: ServiceProfile) throws -> FirestoreClient {
    let location: FirestoreLocation
    switch firestore.location {
    case .firebase(let name): location = try FirestoreLocation(firebase: name)
    case .emulator(let origin, let name):
      location = try FirestoreLocation(emulator: origin, database: name)
    case .embedded: throw unsupported(firestore)
    }
    return FirestoreClient(
      location: location,
      connection: try connection(isEmulator: location.isEmulator)
    )
  }

  /// The client of the accounts of Firebase or of an emulator.
  func accounts(_ accounts: ServiceProfile) throws -> IdentityToolkitClient {
    let location: AccountsLocation
    switch accounts.location {
    case .firebase(let project): location = AccountsLocation(project: project)
    case .emulator(let origin, let project):
      location = try AccountsLocation(emulator: origin, project: project)
    case .embedded: throw unsupported(accounts)
    }
    let project = project
    return IdentityToolkitClient(
      location: location,
      connection: try connection(isEmulator: location.isEmulator)
    ) {
      if let key = accounts.apiKey { return key.revealed }
      let apps = GoogleServiceInfo.search(project).infos
      return apps.first { $0.project?.value == location.project }?.apiKey?.revealed
    }
  }

  /// The project of the credential, where it names one; nil where all services are emulators.
  ///
  /// - Throws: A `CredentialError` or a `StoreError` where there is no credential.
  func credentialProject() async throws -> (project: String, credential: String)? {
    guard profile.hasFirebaseService else { return nil }
    let credential =
      profile.credentials == nil ? try await finder.applicationDefault() : try google.get()
    return credential.project.map { ($0, credential.name) }
  }

  /// A credential of production goes to no emulator: those take everybody for the owner.
  private func connection(isEmulator: Bool) throws -> ServiceConnection {
    ServiceConnection(
      transport: transport,
      credential: isEmulator ? .owner : .google(try google.get()),
      limiter: limiter,
      policy: network.policy,
      clock: network.clock,
      log: network.log,
      silence: network.silence
    )
  }

  private static func credential(
    of profile: EnvironmentProfile,
    by finder: CredentialFinder,
    _ clock: ServiceClock
  ) -> Result<GoogleCredential, StoreError> {
    guard profile.hasFirebaseService, let secret = profile.credentials else {
      return .success(GoogleCredential(applicationDefaultOf: finder, clock: clock))
    }
    do {
      return .success(try finder.credential(secret.revealed))
    } catch {
      let code = (error as? CredentialError)?.code ?? .notAuthorized
      return .failure(StoreError(code, service: profile.name, "no access: \(error)"))
    }
  }

  private func unsupported(_ service: ServiceProfile) -> StoreError {
    StoreError(
      .unsupported,
      service: "\(service.name) (\(service.url))",
      "there is no client for this kind of URL"
    )
  }
}
