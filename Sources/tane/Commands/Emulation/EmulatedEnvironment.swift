import SystemPackage
import TaneCore
import TaneEmbedded
import TaneProject
import TaneRuntime
import TaneSeeding

/// The stores that stand for an environment while it is emulated.
struct EmulatedEnvironment: Sendable {
  /// The stores by the names of the profile, for seeding.
  let stores: EnvironmentStores
  /// What is served.
  let source: EmulatorSource
  /// Held while stores are served that outlive the process.
  private let lock: EnvironmentLock?

  /// Opens the stores of a profile.
  ///
  /// - Parameters:
  ///   - profile: The profile. An embedded one is served from its own stores, any other from stores of the
  ///     emulator's.
  ///   - context: Where the stores are kept.
  ///   - settings: What the project's folder says of Firebase.
  ///   - inMemory: Whether nothing is kept.
  /// - Throws: A `StoreError` where a store cannot be opened, and a `CommandFailure` where another process
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
        "\(use): \(advice), or serve stores of your own with --in-memory; nothing is served"
      )
    }
  }

  /// Lets other commands use the stores again.
  func release() { lock?.release() }

  /// The services by kind, which can be called from within as well.
  func services() -> [ServiceKind: EmulatedService] { Self.services(of: source) }

  /// The same services over empty stores in memory, to try something on.
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
