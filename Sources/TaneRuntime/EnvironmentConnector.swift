import SystemPackage
public import TaneCore
import TaneEmbedded
public import TaneProject

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

  /// Creates a connector for the environments of a project.
  public init(project: Project) {
    self.project = project
  }

  /// Opens the databases and buckets of an environment.
  ///
  /// Throws a `StoreError` that names the service where a store cannot be opened, or where Tane has no
  /// client for a service (code `unsupported`).
  public func connect(
    _ profile: EnvironmentProfile,
    for access: Access
  ) throws -> EnvironmentStores {
    let file = project.stateDirectory.appending("embedded").appending("\(profile.name).sqlite")
    let embedded = try EmbeddedEnvironment(
      path: file,
      access: access == .reading ? .readOnly : .readWrite
    )
    var databases: [String: any TreeStore] = [:]
    for database in profile.databases {
      let name = try embeddedName(of: database.name, at: database.url)
      databases[database.name] = embedded.database(name)
    }
    var buckets: [String: any ObjectStore] = [:]
    for bucket in profile.buckets {
      buckets[bucket.name] = embedded.bucket(try embeddedName(of: bucket.name, at: bucket.url))
    }
    return EnvironmentStores(databases: databases, buckets: buckets)
  }

  private func embeddedName(of service: String, at url: ServiceURL) throws -> String {
    guard case .embedded(let name) = url else {
      throw StoreError(
        .unsupported,
        service: "\(service) (\(url))",
        "this version of Tane opens embedded stores only, such as embedded:\(service)"
      )
    }
    return name
  }
}
