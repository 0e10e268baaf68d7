extension Firestore {
  /// The database of the environment that is active in the process, by the name of Firebase's own SDK.
  ///
  /// ```swift
  /// let posts = Firestore.firestore().collection("posts")
  /// ```
  public static func firestore() -> Firestore { FirestoreManager.shared.firestore }

  /// The database of a name, such as `(default)`: the one that the profile of the active environment names.
  ///
  /// Every use of a database of another name throws a `FirebaseError`.
  public static func firestore(database: String) -> Firestore {
    let firestore = firestore()
    let name = firestore.databaseName.split(separator: "/").last.map(String.init) ?? ""
    guard database != name, firestore.environment != nil else { return firestore }
    let missing = FirebaseError(
      .unknownService,
      "environment \"\(firestore.environment ?? "")\" has the Firestore database \"\(name)\" and no"
        + " \"\(database.escapingControls)\"; name another in its profile"
    )
    return Firestore(
      service: .failure(missing),
      environment: firestore.environment,
      databaseName: database,
      pace: firestore.pace
    )
  }
}
