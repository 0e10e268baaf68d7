/// A Realtime Database of the environment that is active in the process, by the name of Firebase's own SDK.
///
/// ```swift
/// let shops = Database.database().reference(withPath: "shops")
/// let users = Database.database(url: "https://demo-users.firebaseio.com").reference()
/// ```
public struct Database: Sendable {
  private let manager: RealtimeDatabaseManager
  private let root: DatabaseReference

  init(_ manager: RealtimeDatabaseManager, root: DatabaseReference) {
    self.manager = manager
    self.root = root
  }

  /// The root of the database.
  public func reference() -> DatabaseReference { root }

  /// The node at a path of the database.
  public func reference(withPath path: String) -> DatabaseReference { root.child(path) }

  /// The node that a URL means, be it in this database or in another one of the environment.
  public func reference(fromURL databaseUrl: String) -> DatabaseReference {
    manager.reference(fromURL: databaseUrl)
  }

  /// Always false, and not to be changed: nothing is kept apart from the database.
  public var isPersistenceEnabled: Bool {
    get { false }
    nonmutating set {}
  }
}
