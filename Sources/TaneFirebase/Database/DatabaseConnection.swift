import TaneCore

/// The state shared by all references into a database of an environment: the service, or the error
/// that explains its absence, and the observers.
final class DatabaseConnection: Sendable {
  let name: String
  let environment: String?
  /// The URL of the database as written in its profile, or nil if unknown.
  let url: String?
  let service: ActiveService<any TreeReader, any TreeStore>
  let pushIDs: PushIDGenerator
  let pace: ObservationPace
  /// The hub of this process's writes, which the connections of all apps share.
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

  /// Returns a connection of an app to the same database, which it accesses as its own user.
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
