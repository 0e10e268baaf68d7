extension Database {
  /// Returns the environment's only database.
  ///
  /// If there are several databases, every use throws a `FirebaseError` that names them.
  public static func database() -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.onlyReference)
  }

  /// Returns the database at a URL.
  ///
  /// The URL may be that of a database in any environment of the project; it refers to the database
  /// with the same name in the active environment. For example, code with production's URL reads
  /// staging's database under `staging`. If no environment contains the URL, every use of the
  /// database throws a `FirebaseError`.
  public static func database(url: String) -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.reference(fromURL: url).root)
  }
}
