import TaneCore
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// One run of `tane resume`, `tane discard` or `tane undo`.
struct ReplaySession {
  let action: RunRecord.Action
  /// The run that is meant; nil for the last one that can be.
  let number: Int64?
  let options: RunOptions
  let context: CommandContext

  func run() async throws -> ExitStatus {
    let target = try CommandTarget(environment: options.environment, in: context)
    target.printHeader(in: context)
    let application = PlanApplication(
      target.profile,
      for: lockCommand,
      assumesYes: options.yes,
      in: context
    )
    if !options.dryRun { try application.checkGuard() }
    guard let state = try StateDatabase.existing(in: try context.project),
      let subject = try subject(in: state, target.profile.name)
    else { throw nothingToDo(target.profile.name) }
    let lock = options.dryRun ? nil : try await application.lock()
    defer { lock?.release() }
    try await application.checkMarker()
    // What others recorded since is known before anything is planned.
    let sharing = try await StateSharing(of: target.profile, in: context)
    let adapters = AdapterContext(target.profile, mappings: try context.mappings())
    let replay = try Replay(
      steps(of: subject, in: state),
      action == .resume ? .forward : .backward,
      keptIn: state,
      adapters
    )
    let readers = try context.environments.readers(of: target.profile)
    let outcome = try await context.console.showing("reading \(target.profile.name)") {
      try await replay.plan(on: readers)
    }
    let report = ReplayReport(outcome, of: subject, action, in: context)
    report.printPlan()
    try target.checkLimits(of: outcome.plan, on: readers, adapters)
    guard !options.dryRun else {
      if context.isJSON { report.printEnd(target.profile.name) }
      return .clean
    }
    if !outcome.plan.isEmpty { try application.ask() }
    let sets = try state.sets(of: subject.id)
    let materials = replay.materials(else: try materials(for: target, of: sets))
    // Who wrote what is put back is shared as well.
    try await sharing.sharing {
      if !outcome.plan.isEmpty {
        let receipt = try await application.apply(
          outcome.plan,
          with: materials,
          for: action,
          of: subject.id,
          sets: sets,
          keptIn: state
        )
        try await verify(replay, target.profile, receipt)
      }
      try state.settle(run: subject.id, by: replay, outcome, of: target.profile)
    }
    report.printEnd(target.profile.name)
    return outcome.left.isEmpty && outcome.irreversible.isEmpty ? .clean : .found
  }

  private var lockCommand: EnvironmentLock.Command {
    switch action {
    case .seed: .seed
    case .resume: .resume
    case .discard: .discard
    case .undo: .undo
    }
  }

  private func subject(in state: StateDatabase, _ environment: String) throws -> RunRecord? {
    let runs = try state.runs(of: environment)
    if let number {
      guard let run = runs.first(where: { $0.id == number }) else {
        throw CommandFailure(
          .usage,
          "\(environment) has no run \(number); tane history -e \(environment) lists its runs"
        )
      }
      return run
    }
    guard action == .undo else { return runs.first { $0.isInterrupted } }
    let undone = Set(runs.filter { $0.action == .undo }.compactMap(\.subject))
    return runs.first { [.seed, .resume].contains($0.action) && !undone.contains($0.id) }
  }

  private func nothingToDo(_ environment: String) -> CommandFailure {
    action == .undo
      ? CommandFailure(.failed, "\(environment) has no run that can be undone")
      : CommandFailure(.failed, "no run of \(environment) was interrupted")
  }

  /// What is made again or taken back: all of an interrupted run, and of another what it sent.
  private func steps(of subject: RunRecord, in state: StateDatabase) throws -> [RunStep] {
    try state.steps(of: subject.id).filter { action == .resume || $0.wasSent }
  }

  /// What only fixtures can say, those of the run's sets, where they can be read: an interrupted run is finished with it.
  private func materials(for target: CommandTarget, of sets: [String]) throws -> PlanMaterials? {
    guard action == .resume else { return nil }
    let fixtures = try target.fixtures(
      in: context,
      sets: sets,
      addresses: [],
      otherwise: "nothing was written"
    )
    return PlanMaterials(fixtures, in: try context.project)
  }

  private func verify(
    _ replay: Replay,
    _ profile: EnvironmentProfile,
    _ receipt: RunReceipt
  ) async throws {
    let readers = try context.environments.readers(of: profile)
    let plan = try await context.console.showing("verifying \(profile.name)") {
      try await ReadBack.settled(in: profile) {
        try await replay.plan(on: readers).plan
      } until: {
        $0.isEmpty
      }
    }
    guard !plan.isEmpty else { return }
    throw CommandFailure(
      .found,
      "\(profile.name) was written, but \(counted(plan.steps.count, "resource")) read back otherwise: "
        + receipt.explanation(of: plan.steps.map(\.before))
    )
  }
}
