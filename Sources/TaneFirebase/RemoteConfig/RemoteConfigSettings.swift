public import Foundation

/// The settings of a `RemoteConfig`.
///
/// ```swift
/// let settings = RemoteConfigSettings()
/// settings.minimumFetchInterval = 0
/// config.configSettings = settings
/// ```
public final class RemoteConfigSettings {
  /// The time in seconds for which `fetch()` reuses the previous template; 12 hours by default.
  public var minimumFetchInterval: TimeInterval
  /// The time limit of a fetch in seconds, 60 by default; has no effect, because the profile sets
  /// the time limit of requests.
  public var fetchTimeout: TimeInterval

  /// Creates settings with the SDK's defaults.
  public convenience init() { self.init(Values()) }

  init(_ values: Values) {
    minimumFetchInterval = values.minimumFetchInterval
    fetchTimeout = values.fetchTimeout
  }

  struct Values: Sendable {
    var minimumFetchInterval: TimeInterval = 43_200
    var fetchTimeout: TimeInterval = 60
  }

  /// The settings, with invalid values replaced as in the SDK.
  var values: Values {
    Values(
      minimumFetchInterval: max(0, minimumFetchInterval),
      fetchTimeout: fetchTimeout > 0 ? fetchTimeout : Values().fetchTimeout
    )
  }
}
