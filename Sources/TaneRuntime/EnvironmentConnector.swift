import Synchronization
package import SystemPackage
package import TaneCore
import TaneEmbedded
import TaneFirebase
package import TaneProject
package import TaneServices

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A connector that opens the services that a profile names.
public struct EnvironmentConnector: Sendable {
  /// The purpose for which an environment is opened.
  public enum Access: Sendable {
    /// Reading only: no files are created.
    case reading
    /// Reading and writing.
    case writing
  }

  private let project: Project
  private let variables: [String: String]
  private let network: NetworkSettings
  private let connectionCache = ConnectionCache()

  /// Creates a connector for the environments of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - variables: The environment variables for credentials and proxies, or nil for the variables
  ///     of the process.
  ///   - network: The network settings for remote services.
  package init(
    project: Project,
    variables: [String: String]? = nil,
    network: NetworkSettings = NetworkSettings()
  ) {
    self.project = project
    self.variables = variables ?? ProcessInfo.processInfo.environment
    self.network = network
  }

  /// Opens the services of an environment for reading, without creating files.
  ///
  /// No requests are sent to remote services yet.
  ///
  /// - Throws: A `StoreError` that names the service that cannot be opened.
  package func readers(of profile: EnvironmentProfile) throws -> EnvironmentReaders {
    try open(profile, for: .reading).readers
  }

  /// Opens the services of an environment for reading and writing.
  ///
  /// No requests are sent to remote services yet.
  ///
  /// - Throws: A `StoreError` that names the service that cannot be opened.
  package func stores(of profile: EnvironmentProfile) throws -> EnvironmentStores {
    try open(profile, for: .writing)
  }

  /// Opens the services of an environment for small, urgent writes, which the profile's traffic
  /// limit does not delay.
  ///
  /// - Throws: A `StoreError` that names the service that cannot be opened.
  package func unthrottledStores(of profile: EnvironmentProfile) throws -> EnvironmentStores {
    try open(profile, for: .writing, over: connections(of: profile).unlimited())
  }

  /// Opens the services of an environment at the locations in its profile.
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

  /// Returns the stores, with services that accept user tokens accessed as the signed-in user.
  func asUser(
    _ stores: EnvironmentStores,
    of profile: EnvironmentProfile
  ) throws -> EnvironmentStores {
    let connections = connections(of: profile).asUser()
    var stores = stores
    for service in profile.services where profile.acceptsUserTokens(service) {
      try ServiceProviders.provider(of: service).open(service, nil, connections, into: &stores)
    }
    return stores
  }

  /// Configures services that accept user tokens to send requests as the signed-in user, if any.
  ///
  /// An inactive environment retains its signed-in user as long as its clients exist.
  func authenticate(_ profile: EnvironmentProfile, as auth: Auth) {
    guard profile.services.contains(where: profile.acceptsUserTokens) else { return }
    provideTokens(of: auth, to: connections(of: profile).user)
  }

  /// Provides the tokens of the signed-in user to the connections that send requests as `user`,
  /// while `isMeant` returns true.
  func provideTokens(
    of auth: Auth,
    to user: SignedInUser,
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
    // The stream ends when the last reference to `auth` is released.
    let changes = auth.stateChanges
    Task { [weak user] in
      for await _ in changes { user?.recordChange() }
    }
  }

  /// Returns the connections to the remote services of an environment.
  func connections(of profile: EnvironmentProfile) -> ServiceConnections {
    connectionCache.connections(of: profile) {
      ServiceConnections(profile, of: project, variables: variables, network: network)
    }
  }

  /// Returns a client of a Firestore database in an environment, for requests that stores do not
  /// support.
  ///
  /// - Throws: A `StoreError` if the service is embedded, or its credential cannot be used.
  package func firestoreClient(
    of service: ServiceProfile,
    in profile: EnvironmentProfile
  ) throws -> FirestoreClient {
    try FirestoreProvider().client(of: service, over: connections(of: profile))
  }

  /// Returns a client of the Firebase bucket with the given name, using the credential of an
  /// environment.
  ///
  /// - Throws: A `StoreError` if the credential cannot be used.
  package func bucket(_ name: String, with profile: EnvironmentProfile) throws -> CloudStorageBucket
  {
    CloudStorageBucket(
      name: "bucket",
      location: BucketLocation(bucket: name),
      connection: try connections(of: profile).connection(isEmulator: false)
    )
  }

  /// Returns a probe that checks links in the data, with this connector's network settings.
  package func linkProbe() -> LinkProbe {
    let timeout = network.timeout ?? .seconds(20)
    let timeouts = AsyncHTTPTransport.Timeouts(
      connect: min(timeout, network.timeouts.connect),
      idle: timeout
    )
    let proxies = ProxySettings(variables: variables)
    return LinkProbe(
      transport: SharedTransport.transport(
        for: proxies,
        timeouts,
        trusting: TrustSettings(variables: variables)
      ),
      timeout: timeout
    )
  }

  /// Returns the embedded stores, or nil if the profile has none.
  func embeddedEnvironment(
    of profile: EnvironmentProfile,
    for access: Access
  ) throws -> EmbeddedEnvironment? {
    guard profile.hasEmbeddedService else { return nil }
    let file = embeddedFile(of: profile)
    // If this fails, opening the file reports the cause.
    if access == .writing { try? StateFolder.make(above: file) }
    return try EmbeddedEnvironment(
      path: file,
      access: access == .reading ? .readOnly : .readWrite
    )
  }

  /// Returns the file that contains the embedded stores of an environment.
  package func embeddedFile(of profile: EnvironmentProfile) -> FilePath {
    project.stateDirectory.appending("embedded").appending("\(profile.name).sqlite")
  }
}

extension EnvironmentProfile {
  /// Returns true if a service accepts the tokens of the environment's accounts.
  ///
  /// The service must support app users and must not be embedded. If the profile has accounts,
  /// Firebase must host both the service and the accounts, in the same project as far as it is
  /// known, or neither.
  func acceptsUserTokens(_ service: ServiceProfile) -> Bool {
    if case .embedded = service.location { return false }
    let supportsAppUsers = ServiceProviders.all.contains {
      $0.kind == service.kind && $0.supportsAppUsers
    }
    guard supportsAppUsers else { return false }
    guard let accounts = services(of: .accounts).first else { return true }
    guard service.isHostedByFirebase == accounts.isHostedByFirebase else { return false }
    guard service.isHostedByFirebase, let project = accounts.project else { return true }
    return isPossibleService(service, ofProject: project)
  }
}

extension ServiceProfile {
  fileprivate var isHostedByFirebase: Bool {
    if case .firebase = location { true } else { false }
  }
}

extension StoreError {
  /// Creates the error for a failure to get a user token, or returns nil if no user is signed in.
  init?(_ error: AuthError) {
    switch error.code {
    case .nullUser: return nil
    case .networkError: self.init(.unreachable, service: "accounts", error.message)
    case .tooManyRequests: self.init(.rateLimited, service: "accounts", error.message)
    default: self.init(.notAuthorized, service: "accounts", "no access: \(error.message)")
    }
  }
}

/// A cache of the connections to a connector's environments, so that a run shares one token and one
/// traffic limit.
private final class ConnectionCache: Sendable {
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
