extension Database {
  /// Returns the environment's default database, or its only database.
  ///
  /// The profile marks the default: `shops: { url: https://HOST, default: true }`. If there are
  /// several databases and no default, every use throws a `FirebaseError` that names them.
  public static func database() -> Database { defaultDatabase(for: nil) }

  /// Returns the environment's default database, accessed as the user who is signed in to the app.
  public static func database(app: FirebaseApp) -> Database { defaultDatabase(for: app) }

  /// Returns the database at a URL.
  ///
  /// The URL may belong to a database in any environment of the project; it refers to the database
  /// with the same name in the active environment. For example, code with production's URL reads
  /// staging's database under `staging`. If no environment contains the URL, every use of the
  /// database throws a `FirebaseError`.
  public static func database(url: String) -> Database { database(at: url, for: nil) }

  /// Returns the database at a URL, accessed as the user who is signed in to the app.
  public static func database(app: FirebaseApp, url: String) -> Database {
    database(at: url, for: app)
  }

  private static func defaultDatabase(for app: FirebaseApp?) -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.defaultReference(for: app), app: app)
  }

  private static func database(at url: String, for app: FirebaseApp?) -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.reference(fromURL: url, for: app).root, app: app)
  }
}
