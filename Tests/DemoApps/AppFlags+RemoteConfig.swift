public import DemoModels
public import TaneFirebase

extension AppFlags {
  /// The app's defaults, which apply until flags are fetched.
  public static let defaults = AppFlags(
    isSaunaListenerEnabled: true,
    postsPageSize: 50,
    maintenanceMessage: ""
  )

  /// Fetches the flags when the app starts; if this fails, returns the last activated flags or the
  /// defaults.
  public static func fetched(from config: RemoteConfig) async throws -> AppFlags {
    try config.setDefaults(from: defaults)
    _ = try? await config.fetchAndActivate()
    return try config.decoded(asType: AppFlags.self)
  }
}
