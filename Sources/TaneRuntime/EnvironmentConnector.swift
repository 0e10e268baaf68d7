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

/// Opens the stores that a profile names: the one place that knows every kind of store.
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
  private let services = ConnectedServices()

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
  public func stores(of profile: EnvironmentProfile) throws -> EnvironmentStores {
    try open(profile, for: .writing)
  }

  /// The embedded services of an environment to read from, without those that are elsewhere.
  func embeddedReaders(of profile: EnvironmentProfile) throws -> EnvironmentReaders {
    try open(profile, for: .reading, withClients: false).readers
  }

  /// Opens the services of an environment, each where its profile says that it is.
  private func open(
    _ profile: EnvironmentProfile,
    for access: Access,
    withClients: Bool = true
  ) throws -> EnvironmentStores {
    let embedded = try embeddedEnvironment(of: profile, for: access)
    let clients = services(of: profile)
    var stores = EnvironmentStores(flush: { try await embedded?.synchronize() })
    func add<Reader, Store>(
      _ name: String,
      as key: ServiceKey<Reader, Store>,
      _ embeddedStore: Store?,
      _ client: () throws -> Store
    ) throws {
      if let embeddedStore {
        stores.add(embeddedStore, named: name, as: key)
      } else if withClients {
        stores.add(try client(), named: name, as: key)
      }
    }
    for service in profile.services {
      let (name, place) = (service.name, service.location.embeddedName)
      switch service.kind {
      case .databases:
        let store = place.flatMap { embedded?.database($0) }
        try add(name, as: .databases, store) { try clients.database(service) }
      case .buckets:
        let store = place.flatMap { embedded?.bucket($0) }
        try add(name, as: .buckets, store) { try clients.bucket(service) }
      case .firestore:
        let store = place.flatMap { embedded?.documents($0) }
        try add(name, as: .firestore, store) { try clients.documents(service) }
      default:
        let store = place.flatMap { embedded?.accounts($0) }
        try add(name, as: .accounts, store) { try clients.accounts(service) }
      }
    }
    return stores
  }

  /// The clients of an environment's services that are elsewhere.
  func services(of profile: EnvironmentProfile) -> ServiceStores {
    services.services(of: profile) {
      ServiceStores(profile, of: project, variables: variables, network: network)
    }
  }

  /// The embedded stores, nil where the profile has none.
  private func embeddedEnvironment(
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

extension ServiceLocation {
  fileprivate var embeddedName: String? { if case .embedded(let name) = self { name } else { nil } }
}
