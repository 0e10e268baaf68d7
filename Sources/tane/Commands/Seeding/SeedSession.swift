import Foundation
import SystemPackage
import TaneCore
import TaneFormats
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// One run of `tane seed` or `tane plan`, from the profile to the summary.
struct SeedSession {
  private let command: SeedRequest
  private let context: CommandContext

  /// The most places that are read back one by one.
  private static let mostVerifiedAlone = 100

  init(command: SeedRequest, context: CommandContext) {
    self.command = command
    self.context = context
  }

  func run() async throws -> ExitStatus {
    let target = try CommandTarget(
      environment: command.environment,
      sets: command.sets.names,
      at: command.anchor,
      in: context
    )
    target.printHeader(in: context)
    let profile = target.profile
    let application = PlanApplication(profile, assumesYes: command.yes, in: context)
    if !command.dryRun { try application.checkGuard() }
    let fixtures = try target.fixtures(
      in: context,
      addresses: command.addresses,
      otherwise: "nothing was written"
    )
    let lock = command.dryRun ? nil : try await application.lock()
    defer { lock?.release() }
    try noteInterruptedRun(of: profile)
    // Planning gets no means to write: the stores are opened again to apply the plan.
    let readers = try context.environments.readers(of: profile)
    let adapters = try adapters(for: profile)
    let ledger = EnvironmentLedger(of: profile, in: try StateDatabase.existing(in: context.project))
    var difference = try await difference(fixtures, target, adapters, ledger, on: readers)
    var policy = command.overwriting.policy(for: profile)
    var plan = try plan(difference, policy, ledger)
    var report = try report(plan, target, adapters, readers)
    report.printPlan()
    if plan.needsDecision, !command.dryRun, command.overwriting.asks, context.console.isInteractive,
      context.console.confirms("Make what conflicts as the fixtures say?")
    {
      (policy.winsConflicts, policy.adoptsUnknown) = (true, true)
      plan = try self.plan(difference, policy, ledger)
      report = try self.report(plan, target, adapters, readers)
      report.printPlan()
    }
    try target.checkLimits(of: plan, on: readers, adapters)
    guard !plan.isEmpty, !command.dryRun else {
      if !command.dryRun {
        try keepAnchor(of: fixtures, target)
        try settle(plan, target)
      }
      let file = try write(plan, fixtures, target)
      report.printUnapplied(isDryRun: command.dryRun, planFile: file)
      let isFound =
        command.dryRun
        ? command.exitsWithChanges && (!plan.isEmpty || plan.needsDecision) : plan.needsDecision
      return isFound ? .found : .clean
    }
    try application.ask()
    let start = ContinuousClock.now
    let state = try StateDatabase(of: context.project)
    // Before it is written: who resumes an interrupted run then has its dates.
    try keepAnchor(of: fixtures, target)
    try await application.apply(
      plan,
      with: PlanMaterials(fixtures, in: try context.project),
      for: .seed,
      sets: target.sets,
      keptIn: state
    )
    difference = try await verify(plan, policy, fixtures, profile, state)
    try settle(plan, target)
    report.printApplied(.now - start, verified: difference)
    if context.console.outputFailure != nil {
      context.console.note("\(profile.name) was written and verified")
    }
    return plan.needsDecision ? .found : .clean
  }

  /// Writes the plan into the file that was asked for.
  private func write(_ plan: Plan, _ fixtures: Fixtures, _ target: CommandTarget) throws
    -> PlanFile?
  {
    guard let path = command.planFile else { return nil }
    let file = try PlanFile(
      plan,
      of: target.profile,
      sets: target.sets,
      anchor: fixtures.anchor,
      summary: PlanSentence.text(of: plan),
      in: try context.project
    )
    let place = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
    guard FileManager.default.fileExists(atPath: place.removingLastComponent().string) else {
      throw CommandFailure(.failed, "cannot write \(path): no such folder")
    }
    try file.write(to: place)
    return file
  }

  private func adapters(for profile: EnvironmentProfile) throws -> AdapterContext {
    AdapterContext(
      profile,
      mappings: try context.mappings(),
      known: ReadCache(of: profile, in: try context.project)
    )
  }

  private func difference(
    _ fixtures: Fixtures,
    _ target: CommandTarget,
    _ adapters: AdapterContext,
    _ ledger: EnvironmentLedger,
    on readers: EnvironmentReaders
  ) async throws -> Difference {
    let orphans =
      try command.prune
      ? target.profile.services.flatMap { service in
        let described = fixtures.resources.filter { $0.address.service == service.name }
        return try ledger.orphans(besides: described, of: service.name, loading: target.sets)
      } : []
    let comparison = comparison(fixtures, adapters, of: command.addresses, orphans: orphans)
    let difference = try await comparison.run(against: readers)
    adapters.known?.save()
    return difference
  }

  private func plan(
    _ difference: Difference,
    _ policy: OverwritePolicy,
    _ ledger: EnvironmentLedger
  ) throws -> Plan {
    try Plan(
      difference,
      prunes: command.prune,
      overwriting: policy,
      recorded: ledger.resources(at:)
    )
  }

  private func comparison(
    _ fixtures: Fixtures,
    _ adapters: AdapterContext,
    of addresses: [Address],
    orphans: [DesiredResource] = []
  ) -> EnvironmentComparison {
    EnvironmentComparison(
      fixtures,
      adapters,
      PlanPolicy(adapters.profile, scope: ComparisonScope(addresses)),
      orphans: orphans
    )
  }

  private func report(
    _ plan: Plan,
    _ target: CommandTarget,
    _ adapters: AdapterContext,
    _ readers: EnvironmentReaders
  ) throws -> SeedReport {
    SeedReport(
      plan,
      guarantees: try plan.guarantees(on: readers, adapters),
      of: target.profile.name,
      in: context
    )
  }

  /// Keeps the time that relative dates follow from; a seed of a part leaves those of the rest as they are.
  private func keepAnchor(of fixtures: Fixtures, _ target: CommandTarget) throws {
    guard let anchor = fixtures.anchor, command.addresses.isEmpty else { return }
    try StateDatabase(of: context.project).keep(anchor, of: target.profile.name)
  }

  /// Records what the fixtures and the environment agree on; a seed of everything completes what an earlier run
  /// left.
  private func settle(_ plan: Plan, _ target: CommandTarget) throws {
    let state = try StateDatabase(of: context.project)
    try state.settle(
      plan,
      in: ComparisonScope(command.addresses),
      of: target.profile,
      sets: target.sets
    )
    if command.addresses.isEmpty {
      try state.settleInterruptedRuns(of: target.profile.name)
    }
  }

  /// Reads back what was written, and returns it compared.
  private func verify(
    _ plan: Plan,
    _ policy: OverwritePolicy,
    _ fixtures: Fixtures,
    _ profile: EnvironmentProfile,
    _ state: StateDatabase
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
    // What the plan withheld differs still.
    let ledger = EnvironmentLedger(of: profile, in: state)
    let remaining = try Plan(
      difference,
      overwriting: policy,
      recorded: ledger.resources(at:)
    )
    guard !remaining.isEmpty else { return difference }
    try fail(on: remaining.made, of: profile)
  }

  private func fail(on difference: Difference, of profile: EnvironmentProfile) throws -> Never {
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
    let file = EnvironmentLock.file(of: profile.name, in: try context.project)
    if command.dryRun, let use = try EnvironmentLock.use(of: file, in: profile.name) {
      // The journal is that of a run under way.
      return context.console.note("note: \(use), which may write while this plan is made")
    }
    let state = try StateDatabase.existing(in: context.project)
    guard let run = try state?.interruptedRun(of: profile.name) else { return }
    context.console.note(
      "note: run \(run.id) of \(profile.name) (\(run.action.rawValue)) ended after \(run.doneCount.grouped) of"
        + " \(counted(run.stepCount, "resource")); this one completes it, tane discard would take it back"
    )
  }
}
