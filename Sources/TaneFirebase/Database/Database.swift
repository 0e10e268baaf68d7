public import Foundation

/// A Realtime Database of the active environment, with the API of the Firebase SDK.
///
/// ```swift
/// let shops = Database.database().reference(withPath: "shops")
/// let users = Database.database(url: "https://demo-users.firebaseio.com").reference()
/// ```
public struct Database: Sendable {
  private let manager: RealtimeDatabaseManager
  private let root: DatabaseReference
  private let explicitApp: FirebaseApp?

  init(_ manager: RealtimeDatabaseManager, root: DatabaseReference, app: FirebaseApp? = nil) {
    self.manager = manager
    self.root = root
    explicitApp = app
  }

  /// The app, or nil if the default app was deleted or no environment is active.
  public var app: FirebaseApp? { explicitApp ?? .app() }

  /// Returns the root of the database.
  public func reference() -> DatabaseReference { root }

  /// Returns the node at a path of the database.
  public func reference(withPath path: String) -> DatabaseReference { root.child(path) }

  /// Returns the node at a URL, in this database or another one of the environment.
  public func reference(fromURL databaseUrl: String) -> DatabaseReference {
    manager.reference(fromURL: databaseUrl, for: explicitApp)
  }

  /// Closes the connection, and runs its disconnect operations.
  ///
  /// References remain usable: unlike in the SDK, writes are not queued until `goOnline()`.
  public func goOffline() {
    let database = root.database
    database.calls.change({ try await database.runDisconnectOperations() }, then: nil)
  }

  /// Does nothing: each call opens a connection if it needs one.
  public func goOnline() {}

  /// Discards pending writes; their blocks receive a `FirebaseError` with code `cancelled`.
  public func purgeOutstandingWrites() { root.database.calls.purgeChanges() }

  /// The queue on which blocks are called: always the main queue.
  public var callbackQueue: DispatchQueue { .main }

  /// Does nothing: traffic is not logged.
  public static func setLoggingEnabled(_ enabled: Bool) {}

  /// Switches the database to an emulator, and to the namespace that `tane emulate` serves for the
  /// profile.
  ///
  /// Call this before any other use of the database. All references then read from and write to the
  /// emulator; existing observers continue to observe the original database. The environment's
  /// guard still applies: an environment opened only for reading rejects writes. If the switch
  /// fails, every use of the database throws the error.
  ///
  /// ```swift
  /// Database.database().useEmulator(withHost: "127.0.0.1", port: 9000)
  /// ```
  public func useEmulator(withHost host: String, port: Int) {
    root.database.service.useEmulator(host: host, port: port)
  }

  /// Always false: there is no local cache.
  public var isPersistenceEnabled: Bool {
    get { false }
    nonmutating set {}
  }
}
