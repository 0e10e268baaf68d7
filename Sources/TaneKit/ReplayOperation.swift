import TaneCore
package import TaneProject
import TaneRendering
import TaneRuntime
package import TaneSeeding

/// Finishes an interrupted run, rolls it back, or reverts an earlier run.
package struct ReplayOperation {
  private let action: RunRecord.Action
  /// The run that is meant; nil for the latest one possible.
  private let number: Int64?
  private let environment: ProjectEnvironment
  private let isDryRun: Bool
  private let access: WriteAccess
  private let interaction: any Interaction
  private let mappings: Mappings

  private var profile: EnvironmentProfile { environment.profile }

  /// What a replay came to.
  package struct Report {
    package let outcome: Replay.Outcome
    package let run: RunRecord
  }

  /// Creates the operation; nothing is read before `run`.
  package init(
    _ action: RunRecord.Action,
    run number: Int64?,
    in environment: ProjectEnvironment,
    by mappings: Mappings,
    isDryRun: Bool,
    isConfirmed: Bool,
    _ interaction: any Interaction
  ) {
    self.action = action
    self.number = number
    self.environment = environment
    self.mappings = mappings
    self.isDryRun = isDryRun
    self.interaction = interaction
    access = WriteAccess(
      to: environment,
      for: action.lockCommand,
      isConfirmed: isConfirmed,
      interaction
    )
  }

  /// Replays the run; `loadFixtures` loads fixture sets, which an interrupted run is finished with.
  package func run(loadFixtures: (_ sets: [String]) throws -> Fixtures) async throws -> Report {
    if !isDryRun { try access.checkGuard() }
    guard let state = try StateDatabase.existing(in: environment.project),
      let subject = try subject(in: state)
    else { throw nothingToDo }
    let lock = isDryRun ? nil : try await access.lock()
    defer { lock?.release() }
    try await access.checkMarker()
    // What others recorded since is known before anything is planned.
    let sharing = try await StateSharing(of: environment, interaction)
    let adapters = AdapterContext(profile, mappings: mappings)
    let replay = try Replay(
      steps(of: subject, in: state),
      action == .resume ? .forward : .backward,
      keptIn: state,
      adapters
    )
    let readers = try environment.readers()
    let outcome = try await interaction.showing("reading \(profile.name)") {
      try await replay.plan(on: readers)
    }
    interaction.show(outcome, of: subject)
    try environment.checkLimits(of: outcome.plan, on: readers, adapters)
    let report = Report(outcome: outcome, run: subject)
    guard !isDryRun else { return report }
    if !outcome.plan.isEmpty { try access.ask() }
    let sets = try state.sets(of: subject.id)
    // An interrupted run is finished with what only fixtures can say, where they can be read.
    let fixtures =
      try action == .resume
      ? PlanMaterials(loadFixtures(sets), in: environment.project) : nil
    // Who wrote what is put back is shared as well.
    try await sharing.sharing {
      if !outcome.plan.isEmpty {
        let receipt = try await access.apply(
          outcome.plan,
          with: replay.materials(else: fixtures),
          for: action,
          of: subject.id,
          sets: sets,
          keptIn: state
        )
        try await verify(replay, receipt)
      }
      try state.settle(run: subject.id, by: replay, outcome, of: profile)
    }
    return report
  }

  private func subject(in state: StateDatabase) throws -> RunRecord? {
    let runs = try state.runs(of: profile.name)
    if let number {
      guard let run = runs.first(where: { $0.id == number }) else {
        throw OperationFailure(
          .usage,
          "\(profile.name) has no run \(number); tane history -e \(profile.name) lists its runs"
        )
      }
      return run
    }
    guard action == .undo else { return runs.first { $0.isInterrupted } }
    let undone = Set(runs.filter { $0.action == .undo }.compactMap(\.subject))
    return runs.first { [.seed, .resume].contains($0.action) && !undone.contains($0.id) }
  }

  private var nothingToDo: OperationFailure {
    action == .undo
      ? OperationFailure(.failed, "\(profile.name) has no run that can be undone")
      : OperationFailure(.failed, "no run of \(profile.name) was interrupted")
  }

  /// What is made again or taken back: all of an interrupted run, and of another what it sent.
  private func steps(of subject: RunRecord, in state: StateDatabase) throws -> [RunStep] {
    try state.steps(of: subject.id).filter { action == .resume || $0.wasSent }
  }

  private func verify(_ replay: Replay, _ receipt: RunReceipt) async throws {
    let readers = try environment.readers()
    let plan = try await interaction.showing("verifying \(profile.name)") {
      try await ReadBack.settled(in: profile) {
        try await replay.plan(on: readers).plan
      } until: {
        $0.isEmpty
      }
    }
    guard !plan.isEmpty else { return }
    throw OperationFailure(
      .found,
      "\(profile.name) was written, but \(counted(plan.steps.count, "resource")) read back otherwise: "
        + receipt.explanation(of: plan.steps.map(\.before))
    )
  }
}

extension RunRecord.Action {
  fileprivate var lockCommand: EnvironmentLock.Command {
    switch self {
    case .seed: .seed
    case .resume: .resume
    case .discard: .discard
    case .undo: .undo
    }
  }
}
