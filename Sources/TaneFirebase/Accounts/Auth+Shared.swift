extension Auth {
  /// Returns the `Auth` instance of the default app in the active environment.
  ///
  /// ```swift
  /// let uid = Auth.auth().currentUser?.uid
  /// ```
  public static func auth() -> Auth { AuthManager.shared.auth }

  /// Returns the `Auth` instance of an app in the active environment; each app has its own user.
  ///
  /// ```swift
  /// let user = try await Auth.auth(app: admin).createUser(withEmail: email, password: password)
  /// ```
  public static func auth(app: FirebaseApp) -> Auth { AuthManager.shared.auth(for: app) }
}
