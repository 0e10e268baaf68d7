extension RemoteConfig {
  /// Returns the Remote Config of the active environment, as in Firebase's SDK.
  ///
  /// ```swift
  /// let greeting = RemoteConfig.remoteConfig()["greeting"].stringValue
  /// ```
  public static func remoteConfig() -> RemoteConfig { RemoteConfigManager.shared.remoteConfig }
}
