import TaneCore
import TaneProject
import TaneRuntime
import TaneSeeding

/// What Tane wrote last to an environment, as a command uses it: read from the state that a team shares before it
/// plans, and written there after its run.
struct StateSharing {
  /// The state of this machine; nil where nothing was ever kept.
  let state: StateDatabase?
  private let profile: EnvironmentProfile
  private let context: CommandContext
  private var shared: (state: SharedState, version: SharedState.Version)?

  /// Opens the state, and reads the shared one where the profile names one; `takesOver` says that a state from
  /// elsewhere becomes this project's own.
  init(
    of profile: EnvironmentProfile,
    takingOver takesOver: Bool = false,
    in context: CommandContext
  ) async throws {
    self.profile = profile
    self.context = context
    let project = try context.project
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
    let readers = try context.environments.readers(of: opened)
    self.shared = (shared, try await shared.read(from: readers.stateBucket(of: profile)))
  }

  /// Does what changes the state, and then writes the shared one, also where that stopped half way.
  func sharing<Result>(_ body: () async throws -> Result) async throws -> Result {
    let result: Result
    do {
      result = try await body()
    } catch {
      do { try await write() } catch let failure {
        context.console.note("note: \(unwritten(because: failure))")
      }
      throw error
    }
    do { try await write() } catch {
      throw CommandFailure(.partlyApplied, "\(unwritten(because: error)); all else was done")
    }
    return result
  }

  private func write() async throws {
    guard let (shared, version) = shared, let opened = profile.sharedState?.profile else { return }
    let stores = try context.environments.stores(of: opened)
    try await shared.write(to: stores.stateBucket(of: profile), over: version)
  }

  private func unwritten(because error: any Error) -> String {
    "\(CommandFailure(error).message); the shared state of \(profile.name) (\(profile.sharedStateLocation ?? ""))"
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
