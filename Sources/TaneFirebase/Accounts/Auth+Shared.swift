extension Auth {
  /// The authentication of the environment that is active in the process, by the name of Firebase's own
  /// SDK.
  ///
  /// ```swift
  /// let uid = Auth.auth().currentUser?.uid
  /// ```
  public static func auth() -> Auth { AuthManager.shared.auth }
}
