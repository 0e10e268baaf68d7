extension Firestore {
  /// The database of the environment that is active in the process, by the name of Firebase's own SDK.
  ///
  /// ```swift
  /// let posts = Firestore.firestore().collection("posts")
  /// ```
  public static func firestore() -> Firestore { FirestoreManager.shared.firestore }
}
