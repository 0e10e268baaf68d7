import TaneCore

/// The state shared by all references to one database: its service (or the error that explains why
/// there is none), its observers and its pending calls.
final class DatabaseConnection: Sendable {
  let name: String
  let environment: String?
  /// The URL of the database as written in its profile, or nil if unknown.
  let url: String?
  let service: ActiveService<any TreeReader, any TreeStore>
  let pushIDs: PushIDGenerator
  let pace: ObservationPace
  /// The hub that publishes this process's writes, shared by the connections of all apps.
  let changes: ChangeHub<TreePath>
  let observers = Observers<DatabaseQuery>()
  let disconnectOperations = DisconnectOperations()
  /// The pending calls with completion blocks.
  let calls = CallQueue()

  init(
    name: String,
    environment: String?,
    url: String?,
    service: ActiveService<any TreeReader, any TreeStore>,
    pushIDs: PushIDGenerator,
    pace: ObservationPace,
    changes: ChangeHub<TreePath> = ChangeHub()
  ) {
    self.name = name
    self.environment = environment
    self.url = url
    self.service = service
    self.pushIDs = pushIDs
    self.pace = pace
    self.changes = changes
  }

  /// Returns a connection to the same database, accessed as the user who is signed in to the app.
  func opened(for app: FirebaseApp?) -> DatabaseConnection {
    DatabaseConnection(
      name: name,
      environment: environment,
      url: url,
      service: service.opened(for: app),
      pushIDs: pushIDs,
      pace: pace,
      changes: changes
    )
  }

  /// The database for reading; throws an error if the database is unavailable.
  var reader: any TreeReader {
    get throws { try service.get().reader }
  }

  /// The database for writing; throws an error if the database is unavailable or read-only.
  var store: any TreeStore {
    get throws { try service.get().store.get() }
  }

  func address(_ path: TreePath) -> Address { Address(service: name, path: path) }
}
