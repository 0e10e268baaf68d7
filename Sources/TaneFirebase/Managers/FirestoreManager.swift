import Synchronization
public import TaneCore

/// The way from an app to the Firestore database of the environment that is active.
///
/// References are bound to the database they were made for, as those of databases and buckets are.
///
/// ```swift
/// let manager = FirestoreManager(documents: store, environment: "local")
/// let post = try await manager.firestore.document("posts/1").getDocument()
/// ```
public final class FirestoreManager: EnvironmentManager {
  private let active: Mutex<Firestore>
  /// The polling intervals, or nil for the default of each store.
  private let pace: ObservationPace?

  /// Creates a manager of no environment; its references throw until one is activated.
  ///
  /// - Parameter pace: How often stores are asked for changes; nil for as often as suits each of them: one
  ///   that is asked over a network more rarely (`DocumentReader.pollingInterval`).
  public init(pace: ObservationPace? = nil) {
    self.pace = pace
    active = Mutex(
      Firestore(
        service: .failure(.noActiveEnvironment),
        environment: nil,
        databaseName: "projects/none/databases/(default)",
        pace: pace ?? ObservationPace()
      )
    )
  }

  /// Creates a manager of the Firestore database of an environment.
  public convenience init(
    documents: any DocumentStore,
    environment: String = "local",
    pace: ObservationPace? = nil
  ) {
    self.init(pace: pace)
    use(documents: documents, environment: environment)
  }

  /// Activates an environment: references made from now on belong to its database.
  ///
  /// - Parameters:
  ///   - documents: The database; nil for an environment without one.
  ///   - environment: The environment's name.
  ///   - databaseName: The name under which documents name each other; nil for one of the environment's.
  ///
  /// ```swift
  /// manager.use(documents: store, environment: "staging")
  /// ```
  public func use(
    documents: (any DocumentStore)?,
    environment: String,
    databaseName: String? = nil
  ) {
    let stores = documents.map { EnvironmentStores([ServiceKind.firestore.id: $0], as: .firestore) }
    use(
      OpenedEnvironment(stores ?? EnvironmentStores()),
      environment: environment,
      databaseName: databaseName
    )
  }

  /// Activates an environment with the database that was opened, which may be for reading only.
  ///
  /// - Parameters:
  ///   - services: The services of the environment.
  ///   - environment: The environment's name.
  ///   - databaseName: The name under which documents name each other; nil for one of the environment's.
  ///   - opener: Opens the database at an emulator; nil where it cannot be moved to one.
  public func use(
    _ services: OpenedEnvironment,
    environment: String,
    databaseName: String? = nil,
    emulators opener: EmulatorOpener? = nil
  ) {
    let found = services[.firestore].first
    let missing = FirebaseError(
      .unknownService,
      "environment \"\(environment)\" has no Firestore; name one in its profile, such as"
        + " \"firestore: embedded:firestore\""
    )
    let firestore = Firestore(
      service: ActiveService(
        found.map { .success($0.value) } ?? .failure(missing),
        .firestore,
        named: found?.key ?? "",
        opener
      ),
      environment: environment,
      databaseName: databaseName ?? "projects/\(environment)/databases/(default)",
      pace: pace ?? found.map { ObservationPace(suiting: $0.value.reader) } ?? ObservationPace()
    )
    active.withLock { $0 = firestore }
  }

  /// The name of the environment that is active, if one is.
  public var environment: String? { firestore.environment }

  /// The database of the active environment.
  ///
  /// An instance obtained earlier keeps the environment that was active at that time. If no environment is active, or
  /// it has no Firestore database, the first use throws a `FirebaseError`.
  public var firestore: Firestore {
    active.withLock { active in
      if active.isTerminated.withLock({ $0 }) { active = active.renewed() }
      return active
    }
  }
}
