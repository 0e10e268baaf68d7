public import SystemPackage
public import TaneCore
import TaneEmbedded
public import TaneProject
public import TaneServices

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Opens the stores that a profile names.
public struct EnvironmentConnector: Sendable {
  /// What the stores are opened for.
  public enum Access: Sendable {
    /// Reading only: nothing is made on disk, and every write fails.
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

  /// Opens the services of an environment.
  ///
  /// Services elsewhere are not asked anything yet.
  ///
  /// - Throws: A `StoreError` that names the service where a store cannot be opened.
  public func connect(
    _ profile: EnvironmentProfile,
    for access: Access
  ) throws -> EnvironmentStores {
    let refusal = StoreError(
      .readOnly,
      service: profile.name,
      "it was opened for reading only"
    )
    return try connect(profile, refusingWrites: access == .reading ? refusal : nil)
  }

  /// Opens the stores of an environment; for reading only where there is an error for writes to fail with.
  func connect(
    _ profile: EnvironmentProfile,
    refusingWrites refusal: StoreError?
  ) throws -> EnvironmentStores {
    let stores = try open(profile, for: refusal == nil ? .writing : .reading)
    return refusal.map { stores.refusingWrites($0) } ?? stores
  }

  /// Opens the services of an environment, each where its profile says that it is.
  private func open(
    _ profile: EnvironmentProfile,
    for access: Access
  ) throws -> EnvironmentStores {
    let embedded = try embeddedEnvironment(of: profile, for: access)
    let connections = connections(of: profile)
    var stores = EnvironmentStores(flush: { try await embedded?.synchronize() })
    for service in profile.services {
      try ServiceProviders.provider(of: service).open(service, embedded, connections, into: &stores)
    }
    return stores
  }

  /// The connections to an environment's services that are elsewhere.
  func connections(of profile: EnvironmentProfile) -> ServiceConnections {
    connected.connections(of: profile) {
      ServiceConnections(profile, of: project, variables: variables, network: network)
    }
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
