extension Database {
  /// Returns the environment's only database.
  ///
  /// If there are several databases, every use throws a `FirebaseError` that names them.
  public static func database() -> Database { only(for: nil) }

  /// Returns the environment's only database for an app; all apps use the same databases.
  public static func database(app: FirebaseApp) -> Database { only(for: app) }

  /// Returns the database at a URL.
  ///
  /// The URL may belong to a database in any environment of the project; it refers to the database
  /// with the same name in the active environment. For example, code with production's URL reads
  /// staging's database under `staging`. If no environment contains the URL, every use of the
  /// database throws a `FirebaseError`.
  public static func database(url: String) -> Database { database(at: url, for: nil) }

  /// Returns the database at a URL for an app; all apps use the same databases.
  public static func database(app: FirebaseApp, url: String) -> Database {
    database(at: url, for: app)
  }

  private static func only(for app: FirebaseApp?) -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.onlyReference, app: app)
  }

  private static func database(at url: String, for app: FirebaseApp?) -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.reference(fromURL: url).root, app: app)
  }
}
