extension FirebaseStorageManager {
  /// The manager shared by this process, which is configured by activating an environment.
  public static let shared = FirebaseStorageManager()
}
