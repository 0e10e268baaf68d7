extension Firestore {
  /// Returns the database of the active environment, as in Firebase's SDK.
  ///
  /// ```swift
  /// let posts = Firestore.firestore().collection("posts")
  /// ```
  public static func firestore() -> Firestore { FirestoreManager.shared.firestore }

  /// Returns the database with the given name, such as `(default)`, which must be that of the
  /// active environment's profile.
  ///
  /// Every use of a database with another name throws a `FirebaseError`.
  public static func firestore(database: String) -> Firestore {
    let firestore = firestore()
    let name = firestore.databaseName.split(separator: "/").last.map(String.init) ?? ""
    guard database != name, firestore.environment != nil else { return firestore }
    let missing = FirebaseError(
      .unknownService,
      "environment \"\(firestore.environment ?? "")\" has the Firestore database \"\(name)\", not "
        + "\"\(database.escapingControls)\"; name another in its profile"
    )
    return Firestore(
      service: .failure(missing),
      environment: firestore.environment,
      databaseName: database,
      pace: firestore.pace
    )
  }
}
