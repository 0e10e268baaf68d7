import Synchronization
public import TaneCore

/// Opens a service of an activated environment at an emulator, by the service's kind and name.
///
/// The result contains only services of the kind, with the access of the environment.
public typealias EmulatorOpener =
  @Sendable (
    _ kind: ServiceKind, _ name: String, _ host: String, _ port: Int
  ) throws -> OpenedEnvironment

/// A service of the active environment, which an app can switch to an emulator, or the error that
/// every use throws.
final class ActiveService<Reader: Sendable, Store: Sendable>: Sendable {
  typealias Opened = OpenedService<Reader, Store>

  private let original: Result<Opened, any Error>
  private let current: Mutex<Result<Opened, any Error>>
  private let openAtEmulator: (@Sendable (_ host: String, _ port: Int) throws -> Opened?)?

  init(
    _ original: Result<Opened, any Error>,
    atEmulator: (@Sendable (_ host: String, _ port: Int) throws -> Opened?)? = nil
  ) {
    self.original = original
    current = Mutex(original)
    openAtEmulator = atEmulator
  }

  /// Creates a service with a key and a name, which the opener can open at an emulator.
  convenience init(
    _ original: Result<Opened, any Error>,
    _ key: ServiceKey<Reader, Store>,
    named name: String,
    _ opener: EmulatorOpener?
  ) {
    if let opener {
      self.init(original) { host, port in try opener(key.kind, name, host, port)[key][name] }
    } else {
      self.init(original)
    }
  }

  static func failure(_ error: FirebaseError) -> ActiveService { ActiveService(.failure(error)) }

  /// Returns the service at its current location.
  func get() throws -> Opened { try current.withLock { $0 }.get() }

  /// Switches the service to an emulator; if that fails, every use of the service throws the error.
  ///
  /// A service that the environment lacks stays missing.
  func useEmulator(host: String, port: Int) {
    guard case .success = original else { return }
    guard let openAtEmulator else {
      return fail(
        FirebaseError(
          .unsupported,
          "useEmulator(withHost:port:) moves services of an activated profile; this store was given to the manager"
            + " directly"
        )
      )
    }
    do {
      guard let opened = try openAtEmulator(host, port) else { return }
      current.withLock { $0 = .success(opened) }
    } catch {
      fail(error)
    }
  }

  /// Replaces the service with an error, which every later use throws.
  func fail(_ error: any Error) { current.withLock { $0 = .failure(error) } }

  /// Returns the service at its original location.
  func renewed() -> ActiveService { ActiveService(original, atEmulator: openAtEmulator) }
}
