public import Foundation

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

  /// Ends the connection: what was left with the `onDisconnect…` methods is written.
  ///
  /// References stay usable, as no writes are kept for later.
  public func goOffline() {
    let database = root.database
    database.calls.change({ try await database.runDisconnectOperations() }, then: nil)
  }

  /// Does nothing: each call opens a connection if it needs one.
  public func goOnline() {}

  /// Drops the writes with blocks that wait for others; their blocks get a `FirebaseError` of code `cancelled`.
  public func purgeOutstandingWrites() { root.database.calls.purgeChanges() }

  /// The queue on which blocks are called: always the main queue.
  public var callbackQueue: DispatchQueue { .main }

  /// Does nothing: no traffic is logged.
  public static func setLoggingEnabled(_ enabled: Bool) {}

  /// Moves the database to an emulator: its namespace there is the one that `tane emulate` serves for the profile.
  ///
  /// Call it before anything else of the database. Reads and writes of all references go there from then on; observers
  /// that are already there stay. The guard of the environment still applies: one that was opened for reading only
  /// rejects writes. Where the database cannot be moved, every use of it throws the reason.
  ///
  /// ```swift
  /// Database.database().useEmulator(withHost: "127.0.0.1", port: 9000)
  /// ```
  public func useEmulator(withHost host: String, port: Int) {
    root.database.service.useEmulator(host: host, port: port)
  }

  /// Always false, and not to be changed: nothing is kept apart from the database.
  public var isPersistenceEnabled: Bool {
    get { false }
    nonmutating set {}
  }
}
