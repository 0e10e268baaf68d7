import TaneCore
import TaneProject
import TaneRuntime
import TaneSeeding

/// The recorded state of an environment, and its exchange with the team's shared state.
///
/// The shared state is merged into the local state before planning, and is updated from it after a
/// run.
struct SharedStateSession {
  /// The state on this machine, or nil if nothing has been recorded.
  let state: StateDatabase?
  private let environment: ProjectEnvironment
  private let interaction: any PresentingInteraction
  private var shared: (state: SharedState, version: SharedState.Version)?

  /// Opens the state, and merges the profile's shared state, if any; if `takesOver` is true, a
  /// state copied from elsewhere is accepted.
  init(
    of environment: ProjectEnvironment,
    takingOver takesOver: Bool = false,
    _ interaction: any PresentingInteraction
  ) async throws {
    self.environment = environment
    self.interaction = interaction
    let (profile, project) = (environment.profile, environment.project)
    guard let opened = profile.sharedState?.profile else {
      state =
        takesOver
        ? try StateDatabase(of: project, takingOver: true)
        : try StateDatabase.existing(in: project)
      return
    }
    let state = try StateDatabase(of: project, takingOver: takesOver)
    self.state = state
    guard let shared = SharedState(of: profile, keptIn: state) else { return }
    let readers = try environment.connector.readers(of: opened)
    self.shared = (shared, try await shared.read(from: readers.stateBucket(of: profile)))
  }

  /// Runs an operation that changes the state, and then writes the shared state, even if the
  /// operation fails.
  func sharing<Result>(_ body: () async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await body()
    } catch {
      do { try await write() } catch let failure {
        interaction.note("note: \(unwrittenStateMessage(because: failure))")
      }
      throw error
    }
    do { try await write() } catch {
      throw OperationFailure(
        .partlyApplied,
        "\(unwrittenStateMessage(because: error)); everything else succeeded"
      )
    }
    return result
  }

  private var profile: EnvironmentProfile { environment.profile }

  private func write() async throws {
    guard let (shared, version) = shared, let opened = profile.sharedState?.profile else { return }
    let stores = try environment.connector.stores(of: opened)
    try await shared.write(to: stores.stateBucket(of: profile), over: version)
  }

  private func unwrittenStateMessage(because error: any Error) -> String {
    "\(OperationFailure(error).message); the shared state of \(profile.name) (\(profile.sharedStateLocation ?? ""))"
      + " was not written: the next tane seed -e \(profile.name) on this machine writes it"
  }
}

extension EnvironmentReaders {
  fileprivate func stateBucket(of profile: EnvironmentProfile) throws -> any ObjectReader {
    try reader(.buckets, named: profile.sharedState?.bucket ?? "")
  }
}

extension EnvironmentStores {
  fileprivate func stateBucket(of profile: EnvironmentProfile) throws -> any ObjectStore {
    try store(.buckets, named: profile.sharedState?.bucket ?? "")
  }
}
