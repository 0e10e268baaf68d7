import Foundation
import SystemPackage
import TaneCore
import TaneFormats
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// What `tane seed` or `tane plan` does with one environment, from the profile to the summary.
struct SeedSession {
  let target: CommandTarget
  private let command: SeedRequest
  private let context: CommandContext
  private let application: PlanApplication

  /// The most places that are read back one by one.
  private static let mostVerifiedAlone = 100

  /// What is about to be written to an environment, once that was asked.
  struct PlannedSeed {
    fileprivate let checked: SeedFixtures
    fileprivate let policy: OverwritePolicy
    fileprivate let plan: Plan
    fileprivate let report: SeedReport
    fileprivate let sharing: StateSharing
  }

  /// What came of planning.
  enum Planning {
    /// There is nothing to write, or nothing shall be written.
    case ended(ExitStatus)
    case planned(PlannedSeed)
  }

  init(
    _ command: SeedRequest,
    of environment: String,
    _ interruption: Interruption,
    in context: CommandContext
  ) throws {
    self.command = command
    self.context = context
    target = try CommandTarget(
      named: environment,
      sets: command.sets.names,
      at: command.anchor,
      in: context
    )
    application = PlanApplication(
      target.profile,
      for: .seed,
      assumesYes: command.yes,
      claims: command.claims,
      interruption: interruption,
      in: context
    )
  }

  /// Throws a `CommandFailure` where the guard lets nobody write.
  func checkGuard() throws {
    if !command.dryRun { try application.checkGuard() }
  }

  /// Throws a `CommandFailure` where the answer to the guard's question is no.
  func ask() throws { try application.ask() }

  /// Compares the fixtures with the environment, and shows what would be written.
  ///
  /// - Parameters:
  ///   - documents: Takes what is said as JSON where nothing is written.
  ///   - locks: Takes the lock of an environment that may be written.
  /// - Returns: What is about to be written, if anything is.
  /// - Throws: A `CommandFailure` where the environment must not be written, and what a store throws.
  func plan(
    _ documents: inout [TreeLiteral],
    _ locks: inout [EnvironmentLock]
  ) async throws -> Planning {
    let profile = target.profile
    let checked = try SeedFixtures(of: target, for: command, in: context)
    let fixtures = checked.fixtures
    if !command.dryRun || command.refreshes { locks.append(try await application.lock()) }
    let sharing = try await StateSharing(of: profile, takingOver: command.refreshes, in: context)
    try noteInterruptedRun(of: profile, in: sharing.state)
    try await application.checkMarker()
    // Planning gets no means to write: the stores are opened again to apply the plan.
    let readers = try context.environments.readers(of: profile)
    let ledger = EnvironmentLedger(of: profile, in: sharing.state)
    let adapters = AdapterContext(
      profile,
      mappings: checked.mappings,
      known: ReadCache(of: profile, in: try context.project, ledger: ledger)
    )
    let difference = try await difference(fixtures, target, adapters, ledger, on: readers)
    let refreshed =
      command.refreshes
      ? try await sharing.sharing { try refresh(difference, target, ledger, state(of: sharing)) }
      : nil
    var policy = command.overwriting.policy(for: profile)
    var plan = try plan(difference, policy, ledger)
    var report = try report(plan, target, adapters, readers, checked)
    report.printPlan()
    if plan.needsDecision, !command.dryRun, command.overwriting.asks, context.console.isInteractive,
      context.console.confirms("Make what conflicts as the fixtures say?")
    {
      (policy.winsConflicts, policy.adoptsUnknown) = (true, true)
      plan = try self.plan(difference, policy, ledger)
      report = try self.report(plan, target, adapters, readers, checked)
      report.printPlan()
    }
    if !command.refreshes { try target.checkLimits(of: plan, on: readers, adapters) }
    guard plan.isEmpty || command.dryRun else {
      return .planned(
        PlannedSeed(
          checked: checked,
          policy: policy,
          plan: plan,
          report: report,
          sharing: sharing
        )
      )
    }
    if !command.dryRun {
      if command.claims { try await claim() }
      let state = try state(of: sharing)
      try keepAnchor(of: fixtures, target, in: state)
      try await sharing.sharing { try settle(plan, target, in: state) }
    }
    let file = try write(plan, fixtures, target, report.costs)
    documents += report.printUnapplied(
      isDryRun: command.dryRun,
      planFile: file,
      refreshed: refreshed
    )
    let isFound =
      command.dryRun
      ? command.exitsWithChanges && (!plan.isEmpty || plan.needsDecision) : plan.needsDecision
    return .ended(isFound ? .found : .clean)
  }

  /// Makes the profile the owner of an environment to which nothing else is written.
  private func claim() async throws {
    try application.ask()
    try await application.takeMarker(in: try context.environments.stores(of: target.profile))
  }

  /// Writes what was planned, and verifies it.
  func apply(
    _ planned: PlannedSeed,
    _ documents: inout [TreeLiteral]
  ) async throws -> ExitStatus {
    let (plan, profile) = (planned.plan, target.profile)
    let start = ContinuousClock.now
    let state = try state(of: planned.sharing)
    let ledger = EnvironmentLedger(of: profile, in: state)
    let known = ReadCache(of: profile, in: try context.project, ledger: ledger)
    // Before it is written: who resumes an interrupted run then has its dates.
    try keepAnchor(of: planned.checked.fixtures, target, in: state)
    let difference = try await planned.sharing.sharing {
      let receipt = try await application.apply(
        plan,
        with: PlanMaterials(planned.checked.fixtures, in: try context.project),
        for: .seed,
        sets: target.sets,
        keptIn: state,
        noting: known
      )
      let verified = try await verify(
        plan,
        receipt,
        planned.policy,
        planned.checked,
        AdapterContext(profile, mappings: planned.checked.mappings, known: known),
        ledger
      )
      known.save()
      try settle(plan, target, in: state)
      return verified
    }
    documents += planned.report.printApplied(.now - start, verified: difference)
    return plan.needsDecision ? .found : .clean
  }

  /// Writes the plan into the file that was asked for.
  private func write(
    _ plan: Plan,
    _ fixtures: Fixtures,
    _ target: CommandTarget,
    _ costs: [(service: String, cost: PlanCost)]
  ) throws -> PlanFile? {
    guard let path = command.planFile else { return nil }
    let file = try PlanFile(
      plan,
      of: target.profile,
      from: fixtures,
      summary: PlanSentence.text(of: plan),
      costs: costs,
      in: try context.project
    )
    let place = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
    guard FileManager.default.fileExists(atPath: place.removingLastComponent().string) else {
      throw CommandFailure(.failed, "cannot write \(path): no such folder")
    }
    try file.write(to: place)
    return file
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
    let console = context.console
    defer { console.endProgress() }
    let difference = try await comparison.run(against: readers) {
      console.progress($0, isAnnounced: false)
    }
    adapters.known?.save()
    return difference
  }

  private func plan(
    _ difference: Difference,
    _ policy: OverwritePolicy,
    _ ledger: EnvironmentLedger
  ) throws -> Plan {
    context.console.progress(.step("planning"), isAnnounced: false)
    defer { context.console.endProgress() }
    return try Plan(
      difference,
      prunes: command.prune,
      overwriting: policy,
      recorded: ledger.resources(at:),
      keepsRecorded: { try ledger.isOfSets(besides: target.sets, at: $0) }
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
    _ readers: EnvironmentReaders,
    _ checked: SeedFixtures
  ) throws -> SeedReport {
    SeedReport(
      plan,
      guarantees: try plan.guarantees(on: readers, adapters),
      costs: try plan.costs(on: readers, adapters),
      notChecked: checked.notChecked,
      of: target.profile,
      as: command.format,
      in: context
    )
  }

  /// Keeps the time that relative dates follow from; a seed of a part leaves those of the rest as they are.
  private func keepAnchor(
    of fixtures: Fixtures,
    _ target: CommandTarget,
    in state: StateDatabase
  ) throws {
    guard let anchor = fixtures.anchor, command.addresses.isEmpty else { return }
    try state.keep(anchor, of: target.profile.name)
  }

  /// The state that was read for the plan; one is made where there was none.
  private func state(of sharing: StateSharing) throws -> StateDatabase {
    try sharing.state ?? StateDatabase(of: context.project)
  }

  /// Records what the fixtures and the environment agree on; a seed of everything completes what an earlier run
  /// left.
  private func settle(
    _ plan: Plan,
    _ target: CommandTarget,
    in state: StateDatabase
  ) throws {
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

  /// Records what the fixtures and the environment agree on, and nothing else.
  private func refresh(
    _ difference: Difference,
    _ target: CommandTarget,
    _ ledger: EnvironmentLedger,
    _ state: StateDatabase
  ) throws -> RefreshCounts {
    try state.settle(
      difference,
      in: ComparisonScope(command.addresses),
      of: target.profile,
      sets: target.sets
    )
    return RefreshCounts(of: difference, keptBy: ledger)
  }

  /// Reads back what was written, and returns it compared.
  private func verify(
    _ plan: Plan,
    _ receipt: RunReceipt,
    _ policy: OverwritePolicy,
    _ checked: SeedFixtures,
    _ adapters: AdapterContext,
    _ ledger: EnvironmentLedger
  ) async throws -> Difference {
    let (fixtures, profile) = (checked.fixtures, adapters.profile)
    let readers = try context.environments.readers(of: profile)
    let (difference, remaining): (Difference, Plan)
    do {
      // Of a few writes only their places are read: what is around them was read for the plan.
      let written = plan.addresses
      let isVerifiedAlone = written.count <= Self.mostVerifiedAlone
      let comparison = comparison(
        fixtures,
        adapters,
        of: isVerifiedAlone ? written : command.addresses
      )
      let console = context.console
      defer { console.endProgress() }
      (difference, remaining) = try await ReadBack.settled(in: profile) {
        let difference = try await comparison.run(against: readers, expectingAgreement: true) {
          console.progress($0, isAnnounced: false)
        }
        // What the plan withheld differs still.
        let remaining = try Plan(
          difference,
          overwriting: policy,
          recorded: ledger.resources(at:)
        )
        return (difference, remaining)
      } until: {
        $0.1.isEmpty || $0.1.made.isOfRoundedNumbers
      }
    } catch let error as StoreError {
      throw CommandFailure(
        .partlyApplied,
        "\(error); \(profile.name) was written to the end, but not read back: run tane diff to verify it"
      )
    }
    guard !remaining.isEmpty else { return difference }
    try fail(on: remaining.made, of: profile, receipt)
  }

  private func fail(
    on difference: Difference,
    of profile: EnvironmentProfile,
    _ receipt: RunReceipt
  ) throws -> Never {
    let text = DifferenceText(style: context.console.errorStyle, width: nil)
    difference.forEachService(prunes: false) { parts, objects in
      for part in parts { part.forEachItem { context.console.note(text.render($0), isData: true) } }
      for object in objects { context.console.note(text.render(object), isData: true) }
    }
    let reason =
      difference.isOfRoundedNumbers
      ? "a Realtime Database holds no whole number beyond 2^53 exactly; write these as texts"
      : receipt.explanation(of: difference.resources.map(\.old))
    throw CommandFailure(
      .found,
      "\(profile.name) was written, but reads back with the differences above: \(reason)"
    )
  }

  private func noteInterruptedRun(
    of profile: EnvironmentProfile,
    in state: StateDatabase?
  ) throws {
    let file = EnvironmentLock.file(of: profile.name, in: try context.project)
    if command.dryRun, !command.refreshes,
      let use = try EnvironmentLock.use(of: file, in: profile.name)
    {
      // The journal is that of a run under way.
      return context.console.note("note: \(use), which may write while this plan is made")
    }
    guard let run = try state?.interruptedRun(of: profile.name) else { return }
    context.console.note(
      "note: run \(run.id) of \(profile.name) (\(run.action.rawValue)) ended after \(run.doneCount.grouped) of"
        + " \(counted(run.stepCount, "resource")); this one completes it, tane discard would take it back"
    )
  }
}
