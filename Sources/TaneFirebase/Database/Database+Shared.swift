extension Database {
  /// The environment's only database.
  ///
  /// Of several, none: what is asked of it throws a `FirebaseError` that names them.
  public static func database() -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.onlyReference)
  }

  /// The database that a URL means.
  ///
  /// The URL is that of a database in any environment of the project. Of the environment that is active, the
  /// database of the same name is meant: code that names production's database reads staging's under
  /// `staging`. Where no environment names the URL, what is asked of the database throws a `FirebaseError`.
  public static func database(url: String) -> Database {
    let manager = RealtimeDatabaseManager.shared
    return Database(manager, root: manager.reference(fromURL: url).root)
  }
}
