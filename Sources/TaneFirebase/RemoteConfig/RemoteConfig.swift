public import Foundation
import Synchronization
import TaneCore

/// The Remote Config of an environment, with the API of the Firebase iOS SDK.
///
/// `fetch()` reads the environment's template, and `activate()` makes its values available. Each
/// parameter has its default value from the template: conditions are not evaluated, because they
/// depend on devices and users. Parameters that use the app's default, or whose values Firebase
/// computes for each user, are not fetched. Values are stored in memory, not on disk.
///
/// ```swift
/// let config = RemoteConfig.remoteConfig()
/// config.setDefaults(["page_size": 20 as NSNumber])
/// try await config.fetchAndActivate()
/// let size = config["page_size"].numberValue.intValue
/// ```
public final class RemoteConfig: Sendable {
  struct State {
    var defaults: [String: Data] = [:]
    var fetched: FetchedConfig?
    var active: FetchedConfig?
    /// The time of the last successful fetch in milliseconds since 1970, or nil if there was none.
    var lastFetch: Int64?
    var lastFetchStatus = RemoteConfigFetchStatus.noFetchYet
    var settings = RemoteConfigSettings.Values()
  }

  /// The name of the environment, or nil if none is active.
  public let environment: String?
  let state = Mutex(State())
  let listeners = ConfigUpdateListeners()
  let pace: ObservationPace
  private let reader: Result<any RemoteConfigReader, FirebaseError>
  private let now: @Sendable () -> Int64

  init(
    reader: Result<any RemoteConfigReader, FirebaseError>,
    environment: String?,
    pace: ObservationPace,
    now: @escaping @Sendable () -> Int64
  ) {
    self.reader = reader
    self.environment = environment
    self.pace = pace
    self.now = now
  }

  /// Returns a new Remote Config for the same environment, without values or defaults.
  func renewed() -> RemoteConfig {
    RemoteConfig(reader: reader, environment: environment, pace: pace, now: now)
  }

  /// The time of the last successful fetch; 1970 if there was none, as in the SDK.
  public var lastFetchTime: Date? {
    Date(timeIntervalSince1970: Double(state.withLock { $0.lastFetch } ?? 0) / 1000)
  }

  /// The result of the last fetch.
  public var lastFetchStatus: RemoteConfigFetchStatus { state.withLock { $0.lastFetchStatus } }

  /// The settings; the getter returns a copy, which has no effect until it is assigned.
  public var configSettings: RemoteConfigSettings {
    get { RemoteConfigSettings(state.withLock { $0.settings }) }
    set {
      let values = newValue.values
      state.withLock { $0.settings = values }
    }
  }

  /// Returns immediately: there are no values on disk to load.
  ///
  /// - Throws: A `FirebaseError` if the environment has no Remote Config.
  public func ensureInitialized() async throws { _ = try reader.get() }

  /// Fetches the template unless the last fetch was within `minimumFetchInterval`.
  ///
  /// ```swift
  /// let status = try await config.fetch()
  /// ```
  @discardableResult
  public func fetch() async throws -> RemoteConfigFetchStatus {
    try await fetch(
      withExpirationDuration: state.withLock { $0.settings.minimumFetchInterval }
    )
  }

  /// Fetches the template unless the last fetch was within `expirationDuration` seconds.
  ///
  /// ```swift
  /// try await config.fetch(withExpirationDuration: 0)
  /// ```
  ///
  /// - Throws: A `RemoteConfigError` if the template cannot be read, or a `FirebaseError` if the
  ///   environment has no Remote Config.
  @discardableResult
  public func fetch(
    withExpirationDuration expirationDuration: TimeInterval
  ) async throws -> RemoteConfigFetchStatus {
    if let last = state.withLock({ $0.lastFetch }),
      Double(now() - last) / 1000 < expirationDuration
    {
      return .success
    }
    do {
      store(try await read())
      return .success
    } catch {
      let status = RemoteConfigFetchStatus(error)
      state.withLock { $0.lastFetchStatus = status }
      throw error
    }
  }

  /// Fetches the template and activates its values.
  ///
  /// - Returns: `successFetchedFromRemote`, even if the previous template has not expired, as in
  ///   the SDK.
  /// - Throws: The errors from `fetch()`.
  @discardableResult
  public func fetchAndActivate() async throws -> RemoteConfigFetchAndActivateStatus {
    try await fetch()
    activateFetched()
    return .successFetchedFromRemote
  }

  /// Makes the fetched values available.
  ///
  /// - Returns: True if the active template changed.
  /// - Throws: Nothing; declared as throwing to match the Firebase SDK.
  @discardableResult
  public func activate() async throws -> Bool { activateFetched() }

  /// Activates the fetched template, and returns true if this changed the active template.
  @discardableResult
  func activateFetched() -> Bool {
    state.withLock { state in
      guard let fetched = state.fetched, fetched.etag != state.active?.etag else { return false }
      state.active = fetched
      return true
    }
  }

  func read() async throws -> FetchedConfig {
    let reader = try reader.get()
    do {
      return FetchedConfig(try await reader.current())
    } catch let error as StoreError {
      throw RemoteConfigError(error)
    }
  }

  /// Stores a template as the most recently fetched template, and returns the active template.
  @discardableResult
  func store(_ config: FetchedConfig) -> FetchedConfig? {
    let time = now()
    return state.withLock { state in
      state.fetched = config
      state.lastFetch = time
      state.lastFetchStatus = .success
      return state.active
    }
  }
}

extension RemoteConfigFetchStatus {
  /// Creates the status of a fetch that failed with an error.
  init(_ error: any Error) {
    self = (error as? RemoteConfigError)?.code == .throttled ? .throttled : .failure
  }
}
