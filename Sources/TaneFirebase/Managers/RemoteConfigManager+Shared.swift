extension RemoteConfigManager {
  /// The manager of the process, which is configured by activating an environment.
  public static let shared = RemoteConfigManager()
}
