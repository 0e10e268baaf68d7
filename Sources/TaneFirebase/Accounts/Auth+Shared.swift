extension Auth {
  /// Returns the authentication of the active environment, as in Firebase's SDK.
  ///
  /// ```swift
  /// let uid = Auth.auth().currentUser?.uid
  /// ```
  public static func auth() -> Auth { AuthManager.shared.auth }
}
