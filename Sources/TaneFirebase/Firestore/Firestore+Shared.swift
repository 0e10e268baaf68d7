extension Firestore {
  /// Returns the Firestore database of the active environment for the default app.
  ///
  /// ```swift
  /// let posts = Firestore.firestore().collection("posts")
  /// ```
  public static func firestore() -> Firestore { FirestoreManager.shared.firestore }

  /// Returns the Firestore database of the active environment for an app, which has its own
  /// settings.
  ///
  /// ```swift
  /// let posts = Firestore.firestore(app: admin).collection("posts")
  /// ```
  public static func firestore(app: FirebaseApp) -> Firestore {
    FirestoreManager.shared.firestore(for: app)
  }

  /// Returns the Firestore database of the active environment, which must have the given name in
  /// the profile, such as `(default)`.
  ///
  /// With any other name, every use of the database throws a `FirebaseError`.
  public static func firestore(database: String) -> Firestore { firestore().named(database) }

  /// Returns the database with the given name for an app.
  public static func firestore(app: FirebaseApp, database: String) -> Firestore {
    firestore(app: app).named(database)
  }

  private func named(_ database: String) -> Firestore {
    let name = databaseName.split(separator: "/").last.map(String.init) ?? ""
    guard database != name, let environment else { return self }
    let missing = FirebaseError(
      .unknownService,
      "environment \"\(environment)\" has the Firestore database \"\(name)\", not "
        + "\"\(database.escapingControls)\"; change the database in its profile"
    )
    return Firestore(
      service: .failure(missing),
      environment: environment,
      databaseName: database,
      pace: pace,
      app: explicitApp
    )
  }
}
