import SystemPackage
import TaneCore
import TaneEmbedded
import TaneKit
import TaneProject
import TaneRuntime
import TaneSeeding

/// The stores of an environment while it is emulated.
struct EmulatedEnvironment: Sendable {
  /// The stores under the profile's names, for seeding.
  let stores: EnvironmentStores
  /// The environment to emulate and its stores.
  let source: EmulatorSource
  /// The lock that is held while the stores are persistent.
  private let lock: EnvironmentLock?

  /// Opens the stores of an environment.
  ///
  /// - Parameters:
  ///   - target: The environment. An embedded one is served from its own stores, others from
  ///     stores of the emulator.
  ///   - settings: The Firebase settings in the project's folder.
  ///   - inMemory: True if nothing is persisted.
  ///   - reporter: Receives notes, also while the services are served.
  /// - Throws: A `StoreError` if a store cannot be opened, or an `OperationFailure` if another process
  ///   uses it.
  init(
    of target: ProjectEnvironment,
    settings: FirebaseSettings,
    inMemory: Bool,
    _ reporter: any OperationReporter
  ) async throws {
    let profile = target.profile
    let report: @Sendable (String) -> Void = { reporter.note($0) }
    if inMemory {
      lock = nil
      source = EmulatorSource(
        profile: profile,
        embedded: try .inMemory(),
        settings: settings,
        report: report
      )
    } else {
      let file = Self.file(of: target)
      lock = try await Self.lock(file, of: target, reporter)
      let embedded = try EmbeddedEnvironment(path: file, access: .readWrite)
      source = EmulatorSource(
        profile: profile,
        embedded: embedded,
        settings: settings,
        report: report
      )
    }
    var stores = EnvironmentStores()
    for provider in ServiceRegistry.emulators { provider.addStores(of: source, to: &stores) }
    self.stores = stores
  }

  private static func file(of target: ProjectEnvironment) -> FilePath {
    let profile = target.profile
    guard !profile.isEmbedded else { return target.connector.embeddedFile(of: profile) }
    return target.project.stateDirectory.appending("emulator").appending("\(profile.name).sqlite")
  }

  private static func lock(
    _ file: FilePath,
    of target: ProjectEnvironment,
    _ reporter: any OperationReporter
  ) async throws -> EnvironmentLock {
    do {
      return try await EnvironmentLock.take(
        [file],
        of: target.profile.name,
        for: .emulate,
        patience: target.patience,
        report: { reporter.note("\($0); waiting for it to end") }
      )
    } catch let use as EnvironmentInUse {
      let advice = use.isServed ? "end it first" : "wait until it has ended"
      throw OperationFailure(
        .failed,
        "\(use): \(advice), or serve stores of your own with --in-memory; nothing is served"
      )
    }
  }

  /// Releases the lock of the stores.
  func release() { lock?.release() }

  /// Returns the services by kind, which can also be called in the process.
  func services() -> [ServiceKind: EmulatedService] { Self.services(of: source) }

  /// Returns the same services over empty stores in memory, for a rehearsal.
  func rehearsal() throws -> [ServiceKind: EmulatedService] {
    Self.services(
      of: EmulatorSource(
        profile: source.profile,
        embedded: try .inMemory(),
        settings: source.settings
      )
    )
  }

  private static func services(of source: EmulatorSource) -> [ServiceKind: EmulatedService] {
    ServiceRegistry.emulators.reduce(into: [:]) { $0[$1.kind] = $1.service(of: source) }
  }
}
