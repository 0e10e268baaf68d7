import Foundation
import Synchronization
public import TaneCore

/// A manager that gives an app access to the Realtime Databases of the active environment.
///
/// Every database of the profile is available as a member, such as `shopsReference`. When another
/// environment is activated, existing references continue to use the previous environment, and only
/// new references belong to the new environment.
///
/// ```swift
/// let manager = RealtimeDatabaseManager(databases: ["shops": store], environment: "local")
/// let snapshot = try await manager.shopsReference.child("shops/0").getData()
/// ```
@dynamicMemberLookup
public final class RealtimeDatabaseManager: EnvironmentManager {
  private struct State {
    var active: AppInstances<ActiveServices<DatabaseConnection>>?
    /// The databases with pending disconnect operations in previously active environments.
    var previousConnections: [DatabaseConnection] = []
  }

  private let state = Mutex(State())
  private let pushIDs: PushIDGenerator
  private let pace: ObservationPace

  /// Creates a manager without an environment; its references throw errors until one is activated.
  ///
  /// - Parameters:
  ///   - pushIDs: The generator of keys for `childByAutoId()`.
  ///   - pace: The polling intervals for stores that do not push changes.
  public init(
    pushIDs: PushIDGenerator = PushIDGenerator(),
    pace: ObservationPace = ObservationPace()
  ) {
    self.pushIDs = pushIDs
    self.pace = pace
  }

  /// Creates a manager for an environment's databases, keyed by their names in the profile.
  public convenience init(
    databases: [String: any TreeStore],
    environment: String = "local",
    pushIDs: PushIDGenerator = PushIDGenerator(),
    pace: ObservationPace = ObservationPace()
  ) {
    self.init(pushIDs: pushIDs, pace: pace)
    use(databases: databases, environment: environment)
  }

  /// Activates an environment; new references belong to its databases.
  ///
  /// ```swift
  /// manager.use(databases: ["shops": store], environment: "staging")
  /// ```
  public func use(databases: [String: any TreeStore], environment: String) {
    use(OpenedEnvironment(EnvironmentStores(databases, as: .databases)), environment: environment)
  }

  /// Activates an environment with opened databases, which may be read-only.
  ///
  /// - Parameters:
  ///   - services: The services of the environment.
  ///   - environment: The environment's name.
  ///   - urls: The URLs of the databases, including their URLs in other environments.
  ///   - defaultDatabase: The name of the default database, or nil to use the only database.
  ///   - opener: The function that opens a database at an emulator or as another app's user, or nil
  ///     if this is not supported.
  public func use(
    _ services: OpenedEnvironment,
    environment: String,
    urls: ServiceURLs = ServiceURLs(),
    defaultDatabase: String? = nil,
    opener: ServiceOpener? = nil
  ) {
    let connections = services[.databases].map { name, service in
      let service = ActiveService(.success(service), .databases, named: name, opener)
      return (name, connection(to: name, in: environment, service, at: urls.urls[name]))
    }
    let active = ActiveServices(
      environment: environment,
      services: Dictionary(uniqueKeysWithValues: connections),
      urls: urls,
      defaultName: defaultDatabase
    )
    state.withLock { state in
      let old = state.active?.all.flatMap { $0.services.values } ?? []
      state.previousConnections = (state.previousConnections + old).filter {
        !$0.disconnectOperations.isEmpty
      }
      state.active = AppInstances(active)
    }
  }

  /// The name of the active environment, if any.
  public var environment: String? { state.withLock { $0.active?.main.environment } }

  /// The names of the databases in the active environment, sorted.
  public var databaseNames: [String] { state.withLock { $0.active?.main.names ?? [] } }

  /// Returns the root of a database of the active environment.
  ///
  /// Throws a `FirebaseError` if there is no database with the given name.
  ///
  /// ```swift
  /// let shops = try manager.reference(named: "shops")
  /// ```
  public func reference(named name: String) throws -> DatabaseReference {
    let connection = connection(to: name)
    _ = try connection.service.get()
    return DatabaseReference(database: connection, path: .root)
  }

  /// The root of the database that a member names: `shopsReference` is the root of *shops*.
  ///
  /// If no environment is active, or the active environment has no database of this name, the first
  /// use of the reference throws a `FirebaseError`.
  public subscript(dynamicMember member: String) -> DatabaseReference {
    let connection = connection(to: NamedServiceKind.name(ofMember: member))
    return DatabaseReference(database: connection, path: .root)
  }

  /// Returns the root of the environment's default database, or of its only database, for an app.
  ///
  /// If the environment has neither, using the root throws an error that names the databases.
  func defaultReference(for app: FirebaseApp?) -> DatabaseReference {
    let active = state.withLock { $0.active?.main }
    switch active?.defaultName(.database) ?? .failure(.noActiveEnvironment) {
    case .success(let name):
      return DatabaseReference(database: connection(to: name, for: app), path: .root)
    case .failure(let error):
      let connection = connection(to: "", in: active?.environment, .failure(error))
      return DatabaseReference(database: connection, path: .root)
    }
  }

  /// Returns the node at a URL.
  ///
  /// The URL may belong to a database in any environment of the project; it refers to the database
  /// with the same name in the active environment.
  ///
  /// If no environment contains the database, using the reference throws a `FirebaseError`.
  public func reference(fromURL url: String) -> DatabaseReference {
    reference(fromURL: url, for: nil)
  }

  /// Returns the node at a URL for an app, or for the default app if `app` is nil.
  func reference(fromURL url: String, for app: FirebaseApp?) -> DatabaseReference {
    let active = state.withLock { $0.active?.main }
    switch active?.place(at: url, .database) ?? .failure(.noActiveEnvironment) {
    case .success(let (name, path)):
      let root = DatabaseReference(database: connection(to: name, for: app), path: .root)
      return root.child(path.removingPercentEncoding ?? path)
    case .failure(let error):
      let connection = connection(to: url, in: active?.environment, .failure(error))
      return DatabaseReference(database: connection, path: .root)
    }
  }

  /// Closes the connections of this process, and runs their disconnect operations.
  ///
  /// An embedded database has no server that detects the end of a process, so an app or test calls
  /// this when its user goes offline; otherwise, its disconnect operations do not run. A store with
  /// a server (`ConnectedTreeStore`) closes its connection, and the server runs the operations
  /// shortly afterward, as it does when the process ends. References remain usable.
  ///
  /// ```swift
  /// try await manager.goOffline()
  /// ```
  ///
  /// - Throws: The first error of a failed write; the other writes are still applied.
  public func goOffline() async throws {
    let connections = state.withLock { state in
      defer { state.previousConnections = [] }
      return state.previousConnections
        + (state.active?.all.flatMap { app in app.names.compactMap { app.services[$0] } } ?? [])
    }
    var failure: (any Error)?
    for connection in connections {
      do {
        try await connection.runDisconnectOperations()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func connection(to name: String, for app: FirebaseApp? = nil) -> DatabaseConnection {
    let active = state.withLock { state in
      state.active?.instance(for: app) { $0.mapServices { $0.opened(for: app) } }
    }
    switch active?.service(named: name, .database) ?? .failure(.noActiveEnvironment) {
    case .success(let connection): return connection
    case .failure(let error): return connection(to: name, in: active?.environment, .failure(error))
    }
  }

  private func connection(
    to name: String,
    in environment: String?,
    _ service: ActiveService<any TreeReader, any TreeStore>,
    at url: String? = nil
  ) -> DatabaseConnection {
    DatabaseConnection(
      name: name,
      environment: environment,
      url: url,
      service: service,
      pushIDs: pushIDs,
      pace: pace
    )
  }
}
