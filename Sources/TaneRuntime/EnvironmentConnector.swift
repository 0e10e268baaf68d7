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

  /// Opens the databases, the buckets, Firestore and the accounts of an environment.
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
    let embedded = try embeddedEnvironment(of: profile, for: refusal == nil ? .writing : .reading)
    let services = services(of: profile)
    var databases: [String: any TreeStore] = [:]
    for database in profile.services(of: .databases) {
      if case .embedded(let name) = database.location, let embedded {
        databases[database.name] = Self.store(embedded.database(name), refusal)
      } else {
        databases[database.name] = Self.store(try services.database(database), refusal)
      }
    }
    var buckets: [String: any ObjectStore] = [:]
    for bucket in profile.services(of: .buckets) {
      if case .embedded(let name) = bucket.location, let embedded {
        buckets[bucket.name] = Self.store(embedded.bucket(name), refusal)
      } else {
        buckets[bucket.name] = Self.store(try services.bucket(bucket), refusal)
      }
    }
    return EnvironmentStores(
      databases: databases,
      buckets: buckets,
      documents: try documents(of: profile, embedded, services, refusal),
      accounts: try accounts(of: profile, embedded, services, refusal),
      flush: { try await embedded?.synchronize() }
    )
  }

  private func documents(
    of profile: EnvironmentProfile,
    _ embedded: EmbeddedEnvironment?,
    _ services: ServiceStores,
    _ refusal: StoreError?
  ) throws -> (any DocumentStore)? {
    guard let firestore = profile.services(of: .firestore).first else { return nil }
    if case .embedded(let name) = firestore.location, let embedded {
      return Self.store(embedded.documents(name), refusal)
    }
    return Self.store(try services.documents(firestore), refusal)
  }

  private func accounts(
    of profile: EnvironmentProfile,
    _ embedded: EmbeddedEnvironment?,
    _ services: ServiceStores,
    _ refusal: StoreError?
  ) throws -> (any AccountStore)? {
    guard let accounts = profile.services(of: .accounts).first else { return nil }
    if case .embedded(let name) = accounts.location, let embedded {
      return Self.store(embedded.accounts(name), refusal)
    }
    return Self.store(try services.accounts(accounts), refusal)
  }

  private static func store(_ store: some TreeStore, _ refusal: StoreError?) -> any TreeStore {
    refusal.map { ReadOnlyTreeStore(store: store, refusal: $0) } ?? store
  }

  private static func store(_ store: some ObjectStore, _ refusal: StoreError?) -> any ObjectStore {
    refusal.map { ReadOnlyObjectStore(store: store, refusal: $0) } ?? store
  }

  private static func store(
    _ store: some DocumentStore,
    _ refusal: StoreError?
  ) -> any DocumentStore {
    refusal.map { ReadOnlyDocumentStore(store: store, refusal: $0) } ?? store
  }

  private static func store(_ store: some AccountStore, _ refusal: StoreError?) -> any AccountStore
  {
    refusal.map { ReadOnlyAccountStore(store: store, refusal: $0) } ?? store
  }

  /// The clients of an environment's services that are elsewhere.
  func services(of profile: EnvironmentProfile) -> ServiceStores {
    services.services(of: profile) {
      ServiceStores(profile, of: project, variables: variables, network: network)
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
