import TaneCore
import TaneFormats
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// One run of `tane seed`, from the profile to the summary.
struct SeedSession {
  private let command: SeedCommand
  private let context: CommandContext
  private let interruption: Interruption

  /// The most places that are read back one by one.
  private static let mostVerifiedAlone = 100

  init(command: SeedCommand, context: CommandContext) {
    self.command = command
    self.context = context
    interruption = Interruption("nothing was written", console: context.console)
  }

  func run() async throws -> ExitStatus {
    let target = try CommandTarget(
      environment: command.environment,
      sets: command.sets.names,
      in: context
    )
    target.printHeader(in: context)
    let decision = GuardDecision(
      for: target.profile,
      isInteractive: context.console.isInteractive,
      assumesYes: command.yes
    )
    if !command.dryRun, case .refuse(let reason) = decision {
      throw CommandFailure(.refused, "\(reason). Nothing was read or written.")
    }
    let fixtures = try target.fixtures(
      in: context,
      addresses: command.addresses,
      otherwise: "nothing was written"
    )
    let lock = command.dryRun ? nil : try await lock(target.profile)
    defer { lock?.release() }
    try noteInterruptedRun(of: target.profile)
    // Planning gets no means to write: the stores are opened again to apply the plan.
    let readers = try context.environments.readers(of: target.profile)
    let adapters = try adapters(for: target.profile)
    let plan = try await plan(fixtures, adapters, readers)
    let report = SeedReport(
      plan,
      guarantees: try plan.guarantees(on: readers, adapters),
      of: target.profile.name,
      in: context
    )
    report.printPlan()
    try target.checkLimits(of: plan, on: readers, adapters)
    try await execute(plan, report, decision, fixtures, target)
    return .clean
  }

  private func adapters(for profile: EnvironmentProfile) throws -> AdapterContext {
    AdapterContext(
      profile,
      mappings: try context.mappings(),
      known: EnvironmentLedger(of: profile, in: try context.project)
    )
  }

  private func plan(
    _ fixtures: Fixtures,
    _ adapters: AdapterContext,
    _ readers: EnvironmentReaders
  ) async throws -> Plan {
    let comparison = comparison(fixtures, adapters, of: command.addresses)
    let difference = try await comparison.run(against: readers)
    adapters.known?.save()
    return Plan(difference, prunes: command.prune)
  }

  private func comparison(
    _ fixtures: Fixtures,
    _ adapters: AdapterContext,
    of addresses: [Address]
  ) -> EnvironmentComparison {
    EnvironmentComparison(
      fixtures,
      adapters,
      PlanPolicy(adapters.profile, scope: ComparisonScope(addresses))
    )
  }

  private func execute(
    _ plan: Plan,
    _ report: SeedReport,
    _ decision: GuardDecision,
    _ fixtures: Fixtures,
    _ target: CommandTarget
  ) async throws {
    guard !plan.isEmpty, !command.dryRun else {
      if plan.isEmpty, !command.dryRun { try forgetInterruptedRun(of: target.profile) }
      return report.printUnapplied(isDryRun: command.dryRun)
    }
    try ask(decision, target.profile.name)
    let start = ContinuousClock.now
    try await apply(plan, fixtures, target.profile)
    let verified = try await verify(plan, fixtures, target.profile)
    report.printApplied(.now - start, verified: verified)
    if context.console.outputFailure != nil {
      context.console.note("\(target.profile.name) was written and verified")
    }
  }

  private func ask(_ decision: GuardDecision, _ name: String) throws {
    switch decision {
    case .proceed: return
    case .refuse(let reason): throw CommandFailure(.refused, reason)
    case .askYesOrNo:
      let answer = context.console.ask("Write this to \(name)? [y/N]") ?? ""
      if ["y", "yes"].contains(answer.lowercased()) { return }
    case .askName:
      if context.console.ask("Type the environment's name to write this to it:") == name { return }
    }
    throw CommandFailure(.refused, "declined; nothing was written to \(name)")
  }

  private func apply(
    _ plan: Plan,
    _ fixtures: Fixtures,
    _ profile: EnvironmentProfile
  ) async throws {
    let stores = try context.environments.stores(of: profile)
    let project = try context.project
    let run = PlanRun(
      plan,
      on: stores,
      AdapterContext(profile),
      with: PlanMaterials(fixtures, in: project),
      in: project
    )
    let console = context.console
    interruption.note(
      "how much of it was written to \(profile.name) is not known: run tane diff to see"
    )
    do {
      try await interruption.cancelling {
        try await run.apply(in: profile.name) { console.progress($0) }
      }
      interruption.note("\(profile.name) was written, and not read back")
    } catch let failure as SeedFailure {
      throw CommandFailure(failure, environment: profile.name).ended(by: interruption)
    }
  }

  /// Keeps other commands from what this one reads and writes.
  private func lock(_ profile: EnvironmentProfile) async throws -> EnvironmentLock {
    let journal = SeedJournal.path(of: profile.name, in: try context.project)
    let store =
      profile.hasEmbeddedService ? [try context.environments.embeddedFile(of: profile)] : []
    do {
      return try await EnvironmentLock.take(
        store + [journal],
        of: profile.name,
        for: .seed,
        patience: context.patience,
        report: context.noteWaiting
      )
    } catch let use as EnvironmentInUse {
      throw CommandFailure(
        .failed,
        use.isServed
          ? "\(use): end it first, or seed through it with the profile of an emulator; nothing was written"
          : "\(use): wait until it has ended, then run tane seed again; nothing was written"
      )
    }
  }

  /// Reads back what was written, and returns it compared.
  private func verify(
    _ plan: Plan,
    _ fixtures: Fixtures,
    _ profile: EnvironmentProfile
  ) async throws -> Difference {
    let readers = try context.environments.readers(of: profile)
    let difference: Difference
    let adapters = try adapters(for: profile)
    do {
      // Of a few writes only their places are read: what is around them was read for the plan.
      let written = plan.addresses
      let comparison =
        written.count <= Self.mostVerifiedAlone
        ? comparison(fixtures, AdapterContext(profile), of: written)
        : comparison(fixtures, adapters, of: command.addresses)
      difference = try await comparison.run(against: readers, expectingAgreement: true)
    } catch let error as StoreError {
      throw CommandFailure(
        .partlyApplied,
        "\(error); \(profile.name) was written to the end, but not read back: run tane diff to verify it"
      )
    }
    adapters.known?.save()
    guard !difference.isSettled else { return difference }
    let text = DifferenceText(style: context.console.errorStyle, width: nil)
    difference.forEachService(prunes: false) { parts, objects in
      for part in parts { part.forEachItem { context.console.note(text.render($0)) } }
      for object in objects { context.console.note(text.render(object)) }
    }
    let reason =
      difference.isOfRoundedNumbers
      ? "a Realtime Database holds no whole number beyond 2^53 exactly; write these as texts"
      : "somebody else writes to it at the same time; run tane diff to see where it stands"
    throw CommandFailure(
      .found,
      "\(profile.name) was written, but reads back with the differences above: \(reason)"
    )
  }

  private func noteInterruptedRun(of profile: EnvironmentProfile) throws {
    let file = SeedJournal.path(of: profile.name, in: try context.project)
    if command.dryRun, let use = try EnvironmentLock.use(of: file, in: profile.name) {
      // The journal is that of a run under way.
      return context.console.note("note: \(use), which may write while this plan is made")
    }
    guard let journal = try SeedJournal.left(by: profile.name, in: try context.project) else {
      return
    }
    context.console.note(
      "note: an earlier seed of \(profile.name) ended after \(journal.doneCount) of"
        + " \(counted(journal.entries.count, "step")); this one completes it"
    )
  }

  /// Where nothing is left to do, an earlier run that ended before it heard so is complete.
  private func forgetInterruptedRun(of profile: EnvironmentProfile) throws {
    guard command.addresses.isEmpty else { return }
    try SeedJournal.left(by: profile.name, in: try context.project)?.remove()
  }
}

extension CommandFailure {
  /// The failure that a seed stopped with, and what it had written.
  init(_ failure: SeedFailure, environment: String) {
    let cause = Self.cause(of: failure)
    guard failure.wroteAnything else {
      self.init(cause.status, "\(cause.message); nothing was written to \(environment)")
      return
    }
    let isInterrupted =
      failure.cause is CancellationError || (failure.cause as? StoreError)?.code == .cancelled
    let written =
      failure.written.isEmpty ? "" : "written: \(failure.written.joined(separator: ", ")); "
    self.init(
      isInterrupted ? .interrupted : .partlyApplied,
      "\(cause.message); \(written)not finished: \(failure.remaining.joined(separator: ", "));"
        + " run tane seed again to complete \(environment)"
    )
  }

  private static func cause(of failure: SeedFailure) -> CommandFailure {
    guard let error = failure.cause as? StoreError, error.code == .conflict, !error.paths.isEmpty,
      let database = failure.remaining.first
    else { return CommandFailure(failure.cause) }
    let addresses = error.paths.prefix(3).map { "\(Address(service: database, path: $0))" }
    let rest = error.paths.count - addresses.count
    let more = rest > 0 ? " and \(rest.grouped) more" : ""
    return CommandFailure(
      .failed,
      "somebody else wrote to \(addresses.joined(separator: ", "))\(more) after the plan was made"
    )
  }
}
