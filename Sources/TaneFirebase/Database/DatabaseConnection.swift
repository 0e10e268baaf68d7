import TaneCore

/// What all references into a database of an environment share: the service, or why there is none, and who
/// observes it.
final class DatabaseConnection: Sendable {
  let name: String
  let environment: String?
  let service: ActiveService<any TreeReader, any TreeStore>
  let pushIDs: PushIDGenerator
  let pace: ObservationPace
  let changes = ChangeHub<TreePath>()
  let observers = Observers<DatabaseQuery>()
  let disconnectOperations = DisconnectOperations()

  init(
    name: String,
    environment: String?,
    service: ActiveService<any TreeReader, any TreeStore>,
    pushIDs: PushIDGenerator,
    pace: ObservationPace
  ) {
    self.name = name
    self.environment = environment
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
