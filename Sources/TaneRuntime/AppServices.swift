import Synchronization
import TaneCore
import TaneFirebase
import TaneProject
import TaneServices

/// The services of the active environment for one app, accessed as the app's signed-in user or at
/// emulators.
///
/// An environment opened only for reading remains read-only, because the environment's guard still
/// applies.
final class AppServices: Sendable {
  private struct State {
    var profile: EnvironmentProfile
    weak var auth: Auth?
  }

  private let profile: EnvironmentProfile
  private let connector: EnvironmentConnector
  private let readOnlyError: StoreError?
  private let state: Mutex<State>

  init(
    _ profile: EnvironmentProfile,
    _ connector: EnvironmentConnector,
    unless readOnlyError: StoreError?
  ) {
    self.profile = profile
    self.connector = connector
    self.readOnlyError = readOnlyError
    state = Mutex(State(profile: profile))
  }

  /// Sets the instance whose signed-in user sends the app's requests.
  func use(_ auth: Auth?) { state.withLock { $0.auth = auth } }

  /// Returns the services for another app, at their original locations.
  func renewed(for auth: Auth?) -> AppServices {
    let services = AppServices(profile, connector, unless: readOnlyError)
    services.use(auth)
    return services
  }

  /// Returns a function that opens services for any app, using the app's signed-in user.
  func opener(ofAppsIn manager: AuthManager) -> ServiceOpener {
    let apps = Mutex(AppInstances(self))
    return { [weak manager] kind, name, app, emulator in
      let services = apps.withLock { apps in
        apps.instance(for: app) { $0.renewed(for: app.flatMap { manager?.auth(for: $0) }) }
      }
      return try services.open(kind, name, at: emulator)
    }
  }

  /// Opens a service at an emulator or, if `emulator` is nil, at its location in the profile;
  /// returns nil if all apps share the service, because it accepts no user tokens.
  func open(
    _ kind: ServiceKind,
    _ name: String,
    at emulator: (host: String, port: Int)?
  ) throws -> OpenedEnvironment? {
    let (profile, auth) = try state.withLock { state in
      if let (host, port) = emulator {
        state.profile = try state.profile.redirecting(kind, named: name, toHost: host, port: port)
      }
      return (state.profile, state.auth)
    }
    var stores = EnvironmentStores()
    for service in profile.services where service.kind == kind && service.name == name {
      guard emulator != nil || profile.acceptsUserTokens(service) else { return nil }
      let provider = try ServiceProviders.provider(of: service)
      var connections = connector.connections(of: profile)
      if provider.supportsAppUsers { connections = connections.asUser(user(of: service, in: auth)) }
      try provider.open(service, nil, connections, into: &stores)
    }
    return OpenedEnvironment(stores, unless: readOnlyError)
  }

  /// Returns the user for a service: the signed-in user, as long as the service accepts the user's
  /// tokens.
  private func user(of service: ServiceProfile, in auth: Auth?) -> SignedInUser {
    let user = SignedInUser()
    guard let auth else { return user }
    connector.provideTokens(of: auth, to: user) { [weak self] in
      self?.state.withLock { $0.profile.acceptsUserTokens(service) } ?? false
    }
    return user
  }
}
