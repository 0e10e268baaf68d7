import Synchronization
public import TaneCore

/// A function that opens a service of an active environment for an app: at the emulator if one is
/// given, and otherwise at the service's address in the profile.
///
/// The result contains only services of the given kind, with the environment's access rights; it is
/// nil if all apps share the service.
public typealias ServiceOpener =
  @Sendable (
    _ kind: ServiceKind, _ name: String, _ app: FirebaseApp?,
    _ emulator: (host: String, port: Int)?
  ) throws -> OpenedEnvironment?

/// A service of the active environment that an app can switch to an emulator, or an error that
/// every use of the service throws.
final class ActiveService<Reader: Sendable, Store: Sendable>: Sendable {
  typealias Opened = OpenedService<Reader, Store>
  typealias Opener =
    @Sendable (_ app: FirebaseApp?, _ emulator: (host: String, port: Int)?) throws -> Opened?

  private let original: Result<Opened, any Error>
  private let current: Mutex<Result<Opened, any Error>>
  private let app: FirebaseApp?
  private let reopen: Opener?

  init(_ original: Result<Opened, any Error>, for app: FirebaseApp? = nil, by reopen: Opener? = nil)
  {
    self.original = original
    current = Mutex(original)
    self.app = app
    self.reopen = reopen
  }

  /// Creates a service that the opener can reopen by its key and name.
  convenience init(
    _ original: Result<Opened, any Error>,
    _ key: ServiceKey<Reader, Store>,
    named name: String,
    _ opener: ServiceOpener?
  ) {
    var reopen: Opener?
    if let opener { reopen = { try opener(key.kind, name, $0, $1)?[key][name] } }
    self.init(original, by: reopen)
  }

  static func failure(_ error: FirebaseError) -> ActiveService { ActiveService(.failure(error)) }

  /// Returns the service at its current address, or throws the error.
  func get() throws -> Opened { try current.withLock { $0 }.get() }

  /// Switches the service to an emulator; if that fails, every use of the service throws the error.
  ///
  /// Has no effect if the environment does not have the service.
  func useEmulator(host: String, port: Int) {
    guard case .success = original else { return }
    guard let reopen else {
      return fail(
        FirebaseError(
          .unsupported,
          "useEmulator(withHost:port:) requires an activated profile; this store was passed to the "
            + "manager directly"
        )
      )
    }
    do {
      guard let opened = try reopen(app, (host, port)) else { return }
      current.withLock { $0 = .success(opened) }
    } catch {
      fail(error)
    }
  }

  /// Replaces the service with an error, which every later use throws.
  func fail(_ error: any Error) { current.withLock { $0 = .failure(error) } }

  /// Returns the service at its original address; `useEmulator(host:port:)` then opens it for the
  /// given app.
  func renewed(for app: FirebaseApp?) -> ActiveService {
    ActiveService(original, for: app, by: reopen)
  }

  /// Returns the service at its original address, accessed as the user who is signed in to the app.
  func opened(for app: FirebaseApp?) -> ActiveService {
    guard let app, !app.isDefault, let reopen, case .success(let shared) = original else {
      return renewed(for: app)
    }
    return ActiveService(Result { try reopen(app, nil) ?? shared }, for: app, by: reopen)
  }
}
