import TaneCore
import TaneProject
import TaneServices

/// The connections to a profile's services, which share one transport and one credential.
///
/// No credential is loaded if Firebase hosts none of the services.
struct ServiceConnections {
  private let profile: EnvironmentProfile
  /// The project that the profile belongs to.
  let project: Project
  private let transport: any Transport
  private var limiter: TrafficLimiter
  private let network: NetworkSettings
  /// The credential that all services share, so that they share its tokens.
  private let google: Result<GoogleCredential, StoreError>
  private let finder: CredentialFinder
  /// The signed-in user of this process's app.
  private(set) var user = SignedInUser()
  private var sendsAsUser = false

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
    transport =
      network.transport
      ?? SharedTransport.transport(
        for: ProxySettings(variables: variables),
        network.timeouts,
        trusting: TrustSettings(variables: variables)
      )
    let finder = CredentialFinder(
      variables: variables,
      folder: project.root,
      transport: transport,
      clock: network.clock,
      log: network.log
    )
    self.finder = finder
    google = Self.credential(of: profile, by: finder, network.clock)
    limiter = TrafficLimiter(bytesPerMinute: profile.limits.bytesPerMinute, clock: network.clock)
  }

  /// Returns the project and the name of the credential, or nil if the credential names no project
  /// or Firebase hosts none of the services.
  ///
  /// - Throws: A `CredentialError` or a `StoreError` if there is no usable credential.
  func credentialProject() async throws -> (project: String, credential: String)? {
    guard profile.hasFirebaseService else { return nil }
    let credential =
      profile.credentials == nil ? try await finder.applicationDefault() : try google.get()
    return credential.project.map { ($0, credential.name) }
  }

  /// Returns the name of the profile's credential.
  ///
  /// - Throws: A `StoreError` if the credential cannot be used.
  func credentialName() throws -> String { try google.get().name }

  /// A Boolean value indicating whether the rate of new documents increases gradually.
  var rampsUp: Bool { profile.limits.rampsUp }

  /// Returns these connections without the profile's traffic limit.
  func unlimited() -> ServiceConnections {
    var connections = self
    connections.limiter = TrafficLimiter(clock: network.clock)
    return connections
  }

  /// Returns these connections, with requests sent as a user.
  ///
  /// - Parameter user: The user of the app, or nil for the user of these connections.
  /// - Returns: The connections.
  func asUser(_ user: SignedInUser? = nil) -> ServiceConnections {
    var connections = self
    connections.user = user ?? self.user
    connections.sendsAsUser = true
    return connections
  }

  /// Returns a connection to a service.
  ///
  /// Production credentials are never sent to emulators, which treat every caller as the owner.
  ///
  /// - Parameter isEmulator: True if the service is an emulator.
  /// - Returns: The connection.
  /// - Throws: A `StoreError` if the profile's credential cannot be used, or in a build without the
  ///   network.
  func connection(isEmulator: Bool) throws -> ServiceConnection {
    #if !Network
    throw StoreError.noNetworkSupport(for: profile.name)
    #else
    var connection = ServiceConnection(
      transport: transport,
      credential: isEmulator ? .owner : .google(try google.get()),
      limiter: limiter,
      policy: network.policy,
      clock: network.clock,
      log: network.log,
      waitLogDelay: network.waitLogDelay
    )
    if sendsAsUser { connection.user = user }
    return connection
    #endif
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
}
