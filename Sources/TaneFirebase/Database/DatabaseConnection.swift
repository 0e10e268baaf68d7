import TaneCore

/// The state shared by all references into a database of an environment: the service, or the reason it is
/// unavailable, and the observers.
final class DatabaseConnection: Sendable {
  let name: String
  let environment: String?
  /// The URL of the database as written in its profile, or nil if unknown.
  let url: String?
  let service: ActiveService<any TreeReader, any TreeStore>
  let pushIDs: PushIDGenerator
  let pace: ObservationPace
  let changes = ChangeHub<TreePath>()
  let observers = Observers<DatabaseQuery>()
  let disconnectOperations = DisconnectOperations()
  /// The calls that nobody waits for.
  let calls = CallQueue()

  init(
    name: String,
    environment: String?,
    url: String?,
    service: ActiveService<any TreeReader, any TreeStore>,
    pushIDs: PushIDGenerator,
    pace: ObservationPace
  ) {
    self.name = name
    self.environment = environment
    self.url = url
    self.service = service
    self.pushIDs = pushIDs
    self.pace = pace
  }

  /// The database to read from, if there is one.
  var reader: any TreeReader {
    get throws { try service.get().reader }
  }

  /// The database to write to, if there is one and that is allowed.
  var store: any TreeStore {
    get throws { try service.get().store.get() }
  }

  /// The address of a path of the database.
  func address(_ path: TreePath) -> Address { Address(service: name, path: path) }
}
