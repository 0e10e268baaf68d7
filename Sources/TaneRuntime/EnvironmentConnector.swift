public import SystemPackage
public import TaneCore
import TaneEmbedded
import TaneFirebase
public import TaneProject
public import TaneServices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Opens the services that a profile names.
public struct EnvironmentConnector: Sendable {
  /// What an environment is opened for.
  public enum Access: Sendable {
    /// Reading only: nothing is made on disk.
    case reading
    /// Reading and writing.
    case writing
  }

  private let project: Project
  private let variables: [String: String]
  private let network: NetworkSettings
  private let connected = ConnectedServices()

  /// Creates a connector for the environments of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - variables: Where credentials and proxies are looked for; nil for the process's own environment
  ///     variables.
  ///   - network: How services elsewhere are asked.
  public init(
    project: Project,
    variables: [String: String]? = nil,
    network: NetworkSettings = NetworkSettings()
  ) {
    self.project = project
    self.variables = variables ?? ProcessInfo.processInfo.environment
    self.network = network
  }

  /// Opens the services of an environment to read from; nothing is made on disk.
  ///
  /// Services elsewhere are not asked anything yet.
  ///
  /// - Throws: A `StoreError` that names the service where one cannot be opened.
  public func readers(of profile: EnvironmentProfile) throws -> EnvironmentReaders {
    try open(profile, for: .reading).readers
  }

  /// Opens the services of an environment to read from and to write to.
  ///
  /// Services elsewhere are not asked anything yet.
  ///
  /// - Throws: A `StoreError` that names the service where one cannot be opened.
  package func stores(of profile: EnvironmentProfile) throws -> EnvironmentStores {
    try open(profile, for: .writing)
  }

  /// Opens the services of an environment for small writes that have to arrive in time, whatever else is under way:
  /// the profile's limit on traffic does not hold them back.
  ///
  /// - Throws: A `StoreError` that names the service where one cannot be opened.
  package func promptStores(of profile: EnvironmentProfile) throws -> EnvironmentStores {
    try open(profile, for: .writing, over: connections(of: profile).unlimited())
  }

  /// Opens the services of an environment, each where its profile says that it is.
  func open(
    _ profile: EnvironmentProfile,
    for access: Access,
    over connections: ServiceConnections? = nil
  ) throws -> EnvironmentStores {
    let embedded = try embeddedEnvironment(of: profile, for: access)
    let connections = connections ?? self.connections(of: profile)
    var stores = EnvironmentStores(flush: { try await embedded?.synchronize() })
    for service in profile.services {
      try ServiceProviders.provider(of: service).open(service, embedded, connections, into: &stores)
    }
    return stores
  }

  /// The same services, those that know users asked in the name of who is signed in.
  func ofUser(
    _ stores: EnvironmentStores,
    of profile: EnvironmentProfile
  ) throws -> EnvironmentStores {
    let connections = connections(of: profile).ofUser()
    var stores = stores
    for service in profile.services where profile.isAskedByUsers(service) {
      try ServiceProviders.provider(of: service).open(service, nil, connections, into: &stores)
    }
    return stores
  }

  /// Asks services that know users in the name of who is signed in, while somebody is.
  ///
  /// An environment that is not the managers' any more keeps its user with its clients.
  func ask(_ profile: EnvironmentProfile, as auth: Auth) {
    guard profile.services.contains(where: profile.isAskedByUsers) else { return }
    ask(in: connections(of: profile).user, as: auth)
  }

  /// Gives a user of services the tokens of who is signed in, while they are for those services.
  func ask(
    in user: SignedInUser,
    as auth: Auth,
    while isMeant: @escaping @Sendable () -> Bool = { true }
  ) {
    user.use { isRefused in
      guard isMeant() else { return nil }
      do {
        return try await auth.currentUser?.getIDToken(forcingRefresh: isRefused)
      } catch let error as AuthError {
        guard let error = StoreError(error) else { return nil }
        throw error
      }
    }
    // Ends with the last reference to the accounts.
    let changes = auth.stateChanges
    Task { [weak user] in
      for await _ in changes { user?.noteChange() }
    }
  }

  /// The connections to an environment's services that are elsewhere.
  func connections(of profile: EnvironmentProfile) -> ServiceConnections {
    connected.connections(of: profile) {
      ServiceConnections(profile, of: project, variables: variables, network: network)
    }
  }

  /// What asks whether links of data lead anywhere, on the way that services are reached.
  public func linkProbe() -> LinkProbe {
    let patience = network.timeout ?? .seconds(20)
    let timeouts = AsyncHTTPTransport.Timeouts(
      connect: min(patience, network.timeouts.connect),
      idle: patience
    )
    let proxies = ProxySettings(variables: variables)
    return LinkProbe(
      transport: SharedTransport.transport(
        for: proxies,
        timeouts,
        trusting: TrustSettings(variables: variables)
      ),
      patience: patience
    )
  }

  /// The embedded stores, nil where the profile has none.
  func embeddedEnvironment(
    of profile: EnvironmentProfile,
    for access: Access
  ) throws -> EmbeddedEnvironment? {
    guard profile.hasEmbeddedService else { return nil }
    let file = embeddedFile(of: profile)
    // Where this fails, opening the file says what stands in the way.
    if access == .writing { try? StateFolder.make(above: file) }
    return try EmbeddedEnvironment(
      path: file,
      access: access == .reading ? .readOnly : .readWrite
    )
  }

  /// The file that holds the embedded stores of an environment.
  public func embeddedFile(of profile: EnvironmentProfile) -> FilePath {
    project.stateDirectory.appending("embedded").appending("\(profile.name).sqlite")
  }
}

extension EnvironmentProfile {
  /// Whether the tokens of the accounts, where there are any, are for a service: both are of the same project at Firebase, as
  /// far as the profile says, or both are on machines of the developers.
  func isAskedByUsers(_ service: ServiceProfile) -> Bool {
    if case .embedded = service.location { return false }
    let knowsUsers = ServiceProviders.all.contains { $0.kind == service.kind && $0.knowsUsers }
    guard knowsUsers else { return false }
    guard let accounts = services(of: .accounts).first else { return true }
    guard service.isOfFirebase == accounts.isOfFirebase else { return false }
    guard service.isOfFirebase, let project = accounts.project else { return true }
    return mayHold(service, ofProject: project)
  }
}

extension ServiceProfile {
  fileprivate var isOfFirebase: Bool {
    if case .firebase = location { true } else { false }
  }
}

extension StoreError {
  /// Why there is no token of who is signed in; nil where nobody is.
  init?(_ error: AuthError) {
    switch error.code {
    case .nullUser: return nil
    case .networkError: self.init(.unreachable, service: "accounts", error.message)
    case .tooManyRequests: self.init(.rateLimited, service: "accounts", error.message)
    default: self.init(.notAuthorized, service: "accounts", "no access: \(error.message)")
    }
  }
}
