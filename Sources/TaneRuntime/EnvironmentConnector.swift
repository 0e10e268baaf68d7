import SystemPackage
public import TaneCore
import TaneEmbedded
public import TaneProject
import TaneServices

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

  /// Creates a connector for the environments of a project.
  ///
  /// - Parameters:
  ///   - project: The project.
  ///   - variables: Where credentials and proxies are looked for; nil for the process's own environment
  ///     variables.
  public init(project: Project, variables: [String: String]? = nil) {
    self.project = project
    self.variables = variables ?? ProcessInfo.processInfo.environment
  }

  /// Opens the databases and buckets of an environment, and Firestore and accounts where they are
  /// embedded.
  ///
  /// Services elsewhere are not asked anything yet.
  ///
  /// - Throws: A `StoreError` that names the service where a store cannot be opened.
  public func connect(
    _ profile: EnvironmentProfile,
    for access: Access
  ) throws -> EnvironmentStores {
    let embedded = try embeddedEnvironment(of: profile, for: access)
    let services = ServiceStores(profile, variables: variables)
    var databases: [String: any TreeStore] = [:]
    for database in profile.databases {
      guard case .embedded(let name) = database.url, let embedded else {
        let store = try services.database(database)
        databases[database.name] = access == .reading ? ReadOnlyTreeStore(store) : store
        continue
      }
      databases[database.name] = embedded.database(name)
    }
    var buckets: [String: any ObjectStore] = [:]
    for bucket in profile.buckets {
      guard case .embedded(let name) = bucket.url, let embedded else {
        let store = try services.bucket(bucket)
        buckets[bucket.name] = access == .reading ? ReadOnlyObjectStore(store) : store
        continue
      }
      buckets[bucket.name] = embedded.bucket(name)
    }
    return EnvironmentStores(
      databases: databases,
      buckets: buckets,
      documents: Self.embeddedName(in: profile.firestore).flatMap { embedded?.documents($0) },
      accounts: Self.embeddedName(in: profile.accounts).flatMap { embedded?.accounts($0) }
    )
  }

  /// The name in `embedded:NAME`; nil for anything else.
  private static func embeddedName(in text: String?) -> String? {
    let scheme = "embedded:"
    guard let text, text.hasPrefix(scheme) else { return nil }
    return String(text.dropFirst(scheme.count))
  }

  /// The embedded stores, nil where the profile has none.
  private func embeddedEnvironment(
    of profile: EnvironmentProfile,
    for access: Access
  ) throws -> EmbeddedEnvironment? {
    let urls = profile.databases.map(\.url) + profile.buckets.map(\.url)
    let others = [profile.firestore, profile.accounts].compactMap { Self.embeddedName(in: $0) }
    guard urls.contains(where: \.isEmbedded) || !others.isEmpty else { return nil }
    let file = project.stateDirectory.appending("embedded").appending("\(profile.name).sqlite")
    return try EmbeddedEnvironment(
      path: file,
      access: access == .reading ? .readOnly : .readWrite
    )
  }
}
