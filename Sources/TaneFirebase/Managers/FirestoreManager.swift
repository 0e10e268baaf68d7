import Synchronization
public import TaneCore

/// A manager that gives an app access to the Firestore database of the active environment.
///
/// Activating another environment does not change the database of an existing reference.
///
/// ```swift
/// let manager = FirestoreManager(documents: store, environment: "local")
/// let post = try await manager.firestore.document("posts/1").getDocument()
/// ```
public final class FirestoreManager: EnvironmentManager {
  private let active: Mutex<AppInstances<Firestore>>
  /// The polling intervals, or nil to use the defaults of each store.
  private let pace: ObservationPace?

  /// Creates a manager without an environment; its references throw errors until one is activated.
  ///
  /// - Parameter pace: The polling intervals for changes, or nil to use the defaults of each store,
  ///   which are longer over a network (`DocumentReader.pollingInterval`).
  public init(pace: ObservationPace? = nil) {
    self.pace = pace
    active = Mutex(
      AppInstances(
        Firestore(
          service: .failure(.noActiveEnvironment),
          environment: nil,
          databaseName: "projects/none/databases/(default)",
          pace: pace ?? ObservationPace()
        )
      )
    )
  }

  /// Creates a manager for the Firestore database of an environment.
  public convenience init(
    documents: any DocumentStore,
    environment: String = "local",
    pace: ObservationPace? = nil
  ) {
    self.init(pace: pace)
    use(documents: documents, environment: environment)
  }

  /// Activates an environment; new references belong to its database.
  ///
  /// - Parameters:
  ///   - documents: The database, or nil for an environment without Firestore.
  ///   - environment: The environment's name.
  ///   - databaseName: The full name of the database in references, or nil to use the default
  ///     database of a project with the environment's name.
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

  /// Activates an environment with an opened database, which may be read-only.
  ///
  /// - Parameters:
  ///   - services: The services of the environment.
  ///   - environment: The environment's name.
  ///   - databaseName: The full name of the database in references, or nil to use the default
  ///     database of a project with the environment's name.
  ///   - opener: The function that opens the database at an emulator or as another app's user, or
  ///     nil if this is not supported.
  public func use(
    _ services: OpenedEnvironment,
    environment: String,
    databaseName: String? = nil,
    opener: ServiceOpener? = nil
  ) {
    let found = services[.firestore].first
    let missing = FirebaseError(
      .unknownService,
      "environment \"\(environment)\" has no Firestore; add it to its profile, for example"
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
    active.withLock { $0 = AppInstances(firestore) }
  }

  /// The name of the active environment, if any.
  public var environment: String? { firestore.environment }

  /// The database of the active environment.
  ///
  /// An instance remains associated with the environment that was active when it was obtained. If
  /// no environment is active, or the active environment has no Firestore database, the first use
  /// throws a `FirebaseError`.
  public var firestore: Firestore { firestore(for: nil) }

  /// Returns the database of the active environment for an app, or for the default app if `app` is
  /// nil.
  func firestore(for app: FirebaseApp?) -> Firestore {
    active.withLock { active in
      active.instance(for: app, unless: { $0.isTerminated.withLock { $0 } }) {
        $0.renewed(for: app)
      }
    }
  }
}
