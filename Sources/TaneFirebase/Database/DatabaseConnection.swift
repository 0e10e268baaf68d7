import TaneCore

/// What all references into a database of an environment share: its store, or why there is none, and who
/// observes it.
final class DatabaseConnection: Sendable {
  let name: String
  let environment: String?
  let store: Result<any TreeStore, FirebaseError>
  let pushIDs: PushIDGenerator
  let pace: ObservationPace
  let changes = ChangeHub<TreePath>()
  let observers = Observers<DatabaseQuery>()
  let farewells = Farewells()

  init(
    name: String,
    environment: String?,
    store: Result<any TreeStore, FirebaseError>,
    pushIDs: PushIDGenerator,
    pace: ObservationPace
  ) {
    self.name = name
    self.environment = environment
    self.store = store
    self.pushIDs = pushIDs
    self.pace = pace
  }

  /// The address of a path of the database.
  func address(_ path: TreePath) -> Address { Address(service: name, path: path) }
}
