extension AuthManager {
  /// The manager of the process, which activating an environment configures.
  public static let shared = AuthManager()
}
