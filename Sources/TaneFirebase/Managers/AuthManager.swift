import Foundation
import Synchronization
public import TaneCore

/// A manager that gives an app access to the accounts of the active environment.
///
/// ```swift
/// let manager = AuthManager(accounts: store, environment: "local")
/// try await manager.auth.signIn(withEmail: email, password: password)
/// ```
public final class AuthManager: EnvironmentManager {
  private let active: Mutex<AppInstances<Auth>>
  private let now: @Sendable () -> Int64

  /// Creates a manager without an environment; every use throws an error until one is activated.
  ///
  /// - Parameter now: A function that returns the time in milliseconds since 1970, or nil to use
  ///   the system clock.
  public init(now: (@Sendable () -> Int64)? = nil) {
    let now = now ?? { Int64(Date().timeIntervalSince1970 * 1000) }
    self.now = now
    active = Mutex(
      AppInstances(
        Auth(service: .failure(.noActiveEnvironment), environment: nil, project: "none", now: now)
      )
    )
  }

  /// Creates a manager for the accounts of an environment.
  public convenience init(
    accounts: any AccountStore,
    environment: String = "local",
    now: (@Sendable () -> Int64)? = nil
  ) {
    self.init(now: now)
    use(accounts: accounts, environment: environment)
  }

  /// Activates an environment with no signed-in user.
  ///
  /// - Parameters:
  ///   - accounts: The accounts, or nil for an environment without accounts.
  ///   - environment: The environment's name.
  ///   - project: The project identifier used in tokens, or nil to use the environment's name.
  ///
  /// ```swift
  /// manager.use(accounts: store, environment: "staging")
  /// ```
  public func use(accounts: (any AccountStore)?, environment: String, project: String? = nil) {
    let stores = accounts.map { EnvironmentStores([ServiceKind.accounts.id: $0], as: .accounts) }
    use(
      OpenedEnvironment(stores ?? EnvironmentStores()),
      environment: environment,
      project: project
    )
  }

  /// Activates an environment with opened accounts, which may be read-only.
  ///
  /// - Parameters:
  ///   - services: The services of the environment.
  ///   - environment: The environment's name.
  ///   - project: The project identifier used in tokens, or nil to use the environment's name.
  ///   - opener: The function that opens the accounts at an emulator, or nil if switching is not
  ///     supported.
  public func use(
    _ services: OpenedEnvironment,
    environment: String,
    project: String? = nil,
    opener: ServiceOpener? = nil
  ) {
    let missing = FirebaseError(
      .unknownService,
      "environment \"\(environment)\" has no accounts; add them to its profile, for example"
        + " \"accounts: embedded:accounts\""
    )
    let found = services[.accounts].first
    let auth = Auth(
      service: ActiveService(
        found.map { .success($0.value) } ?? .failure(missing),
        .accounts,
        named: found?.key ?? "",
        opener
      ),
      environment: environment,
      project: project ?? environment,
      now: now
    )
    active.withLock { $0 = AppInstances(auth) }
  }

  /// The name of the active environment, if any.
  public var environment: String? { auth.environment }

  /// The `Auth` instance of the active environment.
  ///
  /// An instance remains associated with the environment that was active when it was obtained. If
  /// no environment is active, or the active environment has no accounts, the first use throws a
  /// `FirebaseError`.
  public var auth: Auth { auth(for: nil) }

  /// Returns the `Auth` instance of the active environment for an app, or for the default app if
  /// `app` is nil.
  package func auth(for app: FirebaseApp?) -> Auth {
    active.withLock { $0.instance(for: app) { $0.renewed(for: app) } }
  }
}
