extension FirestoreManager {
  /// The manager of the process, which activating an environment configures.
  public static let shared = FirestoreManager()
}
