extension Auth {
  /// Returns the authentication of the active environment, as in Firebase's SDK.
  ///
  /// ```swift
  /// let uid = Auth.auth().currentUser?.uid
  /// ```
  public static func auth() -> Auth { AuthManager.shared.auth }

  /// Returns an app's authentication of the active environment, with its own signed-in user.
  ///
  /// ```swift
  /// let user = try await Auth.auth(app: admin).createUser(withEmail: email, password: password)
  /// ```
  public static func auth(app: FirebaseApp) -> Auth { AuthManager.shared.auth(for: app) }
}
