import Foundation
import Synchronization
public import TaneCore

/// A manager that gives an app access to the Remote Config of the active environment.
///
/// ```swift
/// let config = RemoteConfigManager(stores: stores, environment: "local").remoteConfig
/// try await config.fetchAndActivate()
/// ```
public final class RemoteConfigManager: EnvironmentManager {
  private let active: Mutex<AppInstances<RemoteConfig>>
  private let pace: ObservationPace
  private let now: @Sendable () -> Int64

  /// Creates a manager without an environment; fetching throws an error until one is activated.
  ///
  /// - Parameters:
  ///   - pace: The polling intervals for published templates.
  ///   - now: A function that returns the time in milliseconds since 1970, or nil to use the system
  ///     clock.
  public init(pace: ObservationPace = ObservationPace(), now: (@Sendable () -> Int64)? = nil) {
    let now = now ?? { Int64(Date().timeIntervalSince1970 * 1000) }
    self.pace = pace
    self.now = now
    active = Mutex(
      AppInstances(
        RemoteConfig(reader: .failure(.noActiveEnvironment), environment: nil, pace: pace, now: now)
      )
    )
  }

  /// Creates a manager for the Remote Config of an environment.
  public convenience init(
    stores: EnvironmentStores,
    environment: String = "local",
    pace: ObservationPace = ObservationPace(),
    now: (@Sendable () -> Int64)? = nil
  ) {
    self.init(pace: pace, now: now)
    use(OpenedEnvironment(stores), environment: environment)
  }

  /// Activates an environment; the new Remote Config has neither values nor defaults.
  ///
  /// - Parameters:
  ///   - services: The services of the environment.
  ///   - environment: The environment's name.
  public func use(_ services: OpenedEnvironment, environment: String) {
    let missing = FirebaseError(
      .unknownService,
      "environment \"\(environment)\" has no Remote Config; add it to its profile, for example"
        + " \"remoteConfig: embedded:main\""
    )
    let reader = services[.remoteConfig].first?.value.reader
    let config = RemoteConfig(
      reader: reader.map(Result.success) ?? .failure(missing),
      environment: environment,
      pace: pace,
      now: now
    )
    active.withLock { $0 = AppInstances(config) }
  }

  /// The name of the active environment, if any.
  public var environment: String? { remoteConfig.environment }

  /// The Remote Config of the active environment.
  ///
  /// An instance remains associated with the environment that was active when it was obtained. If
  /// no environment is active, or the active environment has no Remote Config, fetching throws a
  /// `FirebaseError`.
  public var remoteConfig: RemoteConfig { remoteConfig(for: nil) }

  /// Returns the Remote Config of the active environment for an app, or for the default app if
  /// `app` is nil.
  func remoteConfig(for app: FirebaseApp?) -> RemoteConfig {
    active.withLock { $0.instance(for: app) { $0.renewed() } }
  }
}
