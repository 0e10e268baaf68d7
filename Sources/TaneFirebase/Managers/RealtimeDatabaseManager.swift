import Foundation
import Synchronization
public import TaneCore

/// The way from an app to the Realtime Databases of the environment that is active.
///
/// Every database of the profile has a member named after it. A reference is bound to the database
/// it was made for: when another environment is activated, references made before keep writing to
/// the old one, and only new ones go to the new one.
///
/// ```swift
/// let manager = RealtimeDatabaseManager(databases: ["shops": store], environment: "local")
/// let snapshot = try await manager.shopsReference.child("shops/0").getData()
/// ```
@dynamicMemberLookup
public final class RealtimeDatabaseManager: EnvironmentManager {
  private struct State {
    var active: ActiveServices<DatabaseConnection>?
    /// The databases of environments that are not active any more, and have writes left to make.
    var left: [DatabaseConnection] = []
  }

  private let state = Mutex(State())
  private let pushIDs: PushIDGenerator
  private let pace: ObservationPace

  /// Creates a manager of no environment; its references throw until one is activated.
  ///
  /// - Parameters:
  ///   - pushIDs: What makes the keys of `childByAutoId()`.
  ///   - pace: How often stores are asked for changes that do not tell of them.
  public init(
    pushIDs: PushIDGenerator = PushIDGenerator(),
    pace: ObservationPace = ObservationPace()
  ) {
    self.pushIDs = pushIDs
    self.pace = pace
  }

  /// Creates a manager of the databases of an environment, by their names in its profile.
  public convenience init(
    databases: [String: any TreeStore],
    environment: String = "local",
    pushIDs: PushIDGenerator = PushIDGenerator(),
    pace: ObservationPace = ObservationPace()
  ) {
    self.init(pushIDs: pushIDs, pace: pace)
    use(databases: databases, environment: environment)
  }

  /// Activates an environment: references made from now on belong to its databases.
  ///
  /// ```swift
  /// manager.use(databases: ["shops": store], environment: "staging")
  /// ```
  public func use(databases: [String: any TreeStore], environment: String) {
    use(OpenedEnvironment(EnvironmentStores(databases, as: .databases)), environment: environment)
  }

  /// Activates an environment with the databases that were opened, which may be for reading only.
  ///
  /// - Parameters:
  ///   - services: The services of the environment.
  ///   - environment: The environment's name.
  ///   - urls: Where the databases are, and how code may name them by URL.
  ///   - opener: Opens a database at an emulator; nil where none can be moved to one.
  public func use(
    _ services: OpenedEnvironment,
    environment: String,
    urls: ServiceURLs = ServiceURLs(),
    emulators opener: EmulatorOpener? = nil
  ) {
    let connections = services[.databases].map { name, service in
      let service = ActiveService(.success(service), .databases, named: name, opener)
      return (name, connection(to: name, in: environment, service, at: urls.urls[name]))
    }
    let active = ActiveServices(
      environment: environment,
      services: Dictionary(uniqueKeysWithValues: connections),
      urls: urls
    )
    state.withLock { state in
      let old = state.active.map { Array($0.services.values) } ?? []
      state.left = (state.left + old).filter { !$0.disconnectOperations.isEmpty }
      state.active = active
    }
  }

  /// The name of the environment that is active, if one is.
  public var environment: String? { state.withLock { $0.active?.environment } }

  /// The names of the databases in the environment that is active, sorted.
  public var databaseNames: [String] { state.withLock { $0.active?.names ?? [] } }

  /// The root of a database of the environment that is active.
  ///
  /// Throws a `FirebaseError` where there is none of the name.
  ///
  /// ```swift
  /// let shops = try manager.reference(named: "shops")
  /// ```
  public func reference(named name: String) throws -> DatabaseReference {
    let connection = connection(to: name)
    _ = try connection.service.get()
    return DatabaseReference(database: connection, path: .root)
  }

  /// The root of the database named by a member: `shopsReference` is the root of *shops*.
  ///
  /// If no environment is active, or it has no database of this name, the first use of the reference throws a
  /// `FirebaseError`.
  public subscript(dynamicMember member: String) -> DatabaseReference {
    let connection = connection(to: StoreKind.name(ofMember: member))
    return DatabaseReference(database: connection, path: .root)
  }

  /// The root of the environment's only database; of several, one whose use throws an error that names them.
  var onlyReference: DatabaseReference {
    let active = state.withLock { $0.active }
    switch active?.onlyName(.database) ?? .failure(.noActiveEnvironment) {
    case .success(let name): return self[dynamicMember: name]
    case .failure(let error):
      let connection = connection(to: "", in: active?.environment, .failure(error))
      return DatabaseReference(database: connection, path: .root)
    }
  }

  /// Returns the node at a database URL of any environment of the project.
  ///
  /// If no environment has the database, the first use of the reference throws a `FirebaseError`.
  public func reference(fromURL url: String) -> DatabaseReference {
    let active = state.withLock { $0.active }
    switch active?.place(at: url, .database) ?? .failure(.noActiveEnvironment) {
    case .success(let (name, path)):
      let root = DatabaseReference(database: connection(to: name), path: .root)
      return root.child(path.removingPercentEncoding ?? path)
    case .failure(let error):
      let connection = connection(to: url, in: active?.environment, .failure(error))
      return DatabaseReference(database: connection, path: .root)
    }
  }

  /// Ends the connections of this process: what was left with the `onDisconnect…` methods is written.
  ///
  /// An embedded database has no server that would see a process go, so an app or a test calls this where
  /// its user goes offline; a process that ends without it writes nothing more. A store that leaves such
  /// writes with a server (`ConnectedTreeStore`) ends its connection, and the server writes soon after, as
  /// it does when the process ends. References stay usable.
  ///
  /// ```swift
  /// try await manager.goOffline()
  /// ```
  ///
  /// - Throws: The first error of a write that failed; the others are made all the same.
  public func goOffline() async throws {
    let connections = state.withLock { state in
      defer { state.left = [] }
      let active = state.active
      return state.left + (active?.names.compactMap { active?.services[$0] } ?? [])
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

  private func connection(to name: String) -> DatabaseConnection {
    let active = state.withLock { $0.active }
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
