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
public final class RealtimeDatabaseManager: Sendable {
  private let active: Mutex<ActiveStores<any TreeStore>?>
  private let pushIDs: PushIDGenerator

  /// Creates a manager of no environment; its references throw until one is activated.
  public init(pushIDs: PushIDGenerator = PushIDGenerator()) {
    active = Mutex(nil)
    self.pushIDs = pushIDs
  }

  /// Creates a manager of the databases of an environment, by their names in its profile.
  public convenience init(
    databases: [String: any TreeStore],
    environment: String = "local",
    pushIDs: PushIDGenerator = PushIDGenerator()
  ) {
    self.init(pushIDs: pushIDs)
    use(databases: databases, environment: environment)
  }

  /// Activates an environment: references made from now on belong to its databases.
  public func use(databases: [String: any TreeStore], environment: String) {
    active.withLock { $0 = ActiveStores(environment: environment, stores: databases) }
  }

  /// The name of the environment that is active, if one is.
  public var environment: String? { active.withLock { $0?.environment } }

  /// The names of the databases in the environment that is active, sorted.
  public var databaseNames: [String] { active.withLock { $0?.names ?? [] } }

  /// The root of a database of the environment that is active.
  ///
  /// Throws a `FirebaseError` where there is none of the name.
  public func reference(named name: String) throws -> DatabaseReference {
    let connection = connection(to: name)
    _ = try connection.store.get()
    return DatabaseReference(database: connection, path: .root)
  }

  /// The root of the database that a member names: `shopsReference` is that of *shops*.
  ///
  /// Where the environment has none of the name, or none is active, the first use of the reference
  /// throws a `FirebaseError` that says so.
  public subscript(dynamicMember member: String) -> DatabaseReference {
    let connection = connection(to: StoreKind.name(ofMember: member))
    return DatabaseReference(database: connection, path: .root)
  }

  private func connection(to name: String) -> DatabaseConnection {
    let active = active.withLock { $0 }
    return DatabaseConnection(
      name: name,
      environment: active?.environment,
      store: active?.store(named: name, .database) ?? .failure(.noActiveEnvironment),
      pushIDs: pushIDs
    )
  }
}
