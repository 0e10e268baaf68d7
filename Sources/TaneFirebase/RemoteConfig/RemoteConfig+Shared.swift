extension RemoteConfig {
  /// Returns the Remote Config of the active environment, as in the Firebase SDK.
  ///
  /// ```swift
  /// let greeting = RemoteConfig.remoteConfig()["greeting"].stringValue
  /// ```
  public static func remoteConfig() -> RemoteConfig { RemoteConfigManager.shared.remoteConfig }

  /// Returns the Remote Config of the active environment for an app, with its own values and
  /// defaults.
  public static func remoteConfig(app: FirebaseApp) -> RemoteConfig {
    RemoteConfigManager.shared.remoteConfig(for: app)
  }
}
