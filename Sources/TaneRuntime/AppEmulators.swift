import Synchronization
import TaneCore
import TaneFirebase
import TaneProject
import TaneServices

/// The emulators to which an app has switched services of the active environment.
///
/// An environment opened only for reading remains read-only, because the environment's guard still
/// applies.
final class AppEmulators: Sendable {
  private struct State {
    var profile: EnvironmentProfile
    weak var auth: Auth?
  }

  private let connector: EnvironmentConnector
  private let refusal: StoreError?
  private let state: Mutex<State>

  init(
    _ profile: EnvironmentProfile,
    _ connector: EnvironmentConnector,
    unless refusal: StoreError?
  ) {
    self.connector = connector
    self.refusal = refusal
    state = Mutex(State(profile: profile))
  }

  /// Sets the instance whose signed-in user sends requests to services at emulators.
  func use(_ auth: Auth) { state.withLock { $0.auth = auth } }

  /// Opens a service at an emulator.
  func open(
    _ kind: ServiceKind,
    _ name: String,
    _ host: String,
    _ port: Int
  ) throws -> OpenedEnvironment {
    let (profile, auth) = try state.withLock { state in
      state.profile = try state.profile.redirecting(kind, named: name, toHost: host, port: port)
      return (state.profile, state.auth)
    }
    var stores = EnvironmentStores()
    for service in profile.services where service.kind == kind && service.name == name {
      let provider = try ServiceProviders.provider(of: service)
      var connections = connector.connections(of: profile)
      if provider.knowsUsers, let auth {
        connections = connections.ofUser(user(of: service, in: auth))
      }
      try provider.open(service, nil, connections, into: &stores)
    }
    return OpenedEnvironment(stores, unless: refusal)
  }

  /// Returns the user for a service at an emulator: the signed-in user, as long as the accounts are
  /// embedded or at an emulator as well.
  private func user(of service: ServiceProfile, in auth: Auth) -> SignedInUser {
    let user = SignedInUser()
    connector.provideTokens(of: auth, to: user) { [weak self] in
      self?.state.withLock { $0.profile.acceptsUserTokens(service) } ?? false
    }
    return user
  }
}
