import SystemPackage
import TaneCore
import TaneEmbedded
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

  /// Opens the stores of a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile. An embedded environment is served from its own stores, others from
  ///     stores of the emulator.
  ///   - context: The context with the folder of the stores.
  ///   - settings: The Firebase settings in the project's folder.
  ///   - inMemory: True if nothing is persisted.
  /// - Throws: A `StoreError` if a store cannot be opened, or a `CommandFailure` if another process
  ///   uses it.
  init(
    of profile: EnvironmentProfile,
    in context: CommandContext,
    settings: FirebaseSettings,
    inMemory: Bool
  ) async throws {
    let console = context.console
    let report: @Sendable (String) -> Void = { console.note($0) }
    if inMemory {
      lock = nil
      source = EmulatorSource(
        profile: profile,
        embedded: try .inMemory(),
        settings: settings,
        report: report
      )
    } else {
      let file = try Self.file(of: profile, in: context)
      lock = try await Self.lock(file, of: profile.name, in: context)
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

  private static func file(
    of profile: EnvironmentProfile,
    in context: CommandContext
  ) throws -> FilePath {
    guard !profile.isEmbedded else { return try context.environments.embeddedFile(of: profile) }
    return try context.project.stateDirectory.appending("emulator")
      .appending("\(profile.name).sqlite")
  }

  private static func lock(
    _ file: FilePath,
    of name: String,
    in context: CommandContext
  ) async throws -> EnvironmentLock {
    do {
      return try await EnvironmentLock.take(
        [file],
        of: name,
        for: .emulate,
        patience: context.patience,
        report: context.noteWaiting
      )
    } catch let use as EnvironmentInUse {
      let advice = use.isServed ? "end it first" : "wait until it has ended"
      throw CommandFailure(
        .failed,
        "\(use): \(advice), or serve separate stores with --in-memory; nothing is served"
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
