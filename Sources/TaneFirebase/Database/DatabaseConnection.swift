import TaneCore

/// What every reference into a database shares: its store, or why there is none.
final class DatabaseConnection: Sendable {
  let name: String
  let environment: String?
  let store: Result<any TreeStore, FirebaseError>
  let pushIDs: PushIDGenerator

  init(
    name: String,
    environment: String?,
    store: Result<any TreeStore, FirebaseError>,
    pushIDs: PushIDGenerator
  ) {
    self.name = name
    self.environment = environment
    self.store = store
    self.pushIDs = pushIDs
  }
}
