package import TaneCore
import TaneProject
import TaneRendering
import TaneRuntime
package import TaneSeeding

/// An operation that plans, confirms, applies and verifies the seed of one environment.
package struct SeedOperation {
  package let environment: ProjectEnvironment
  private let options: SeedOptions
  private let checked: CheckedFixtures
  private let interaction: any PresentingInteraction
  private let access: WriteAccess

  /// The maximum number of written resources that are verified individually; after more writes,
  /// everything is read back.
  static let maximumIndividuallyVerified = 100

  /// A planned seed that has not been written yet.
  package struct PlannedSeed {
    package let proposal: SeedProposal
    fileprivate let policy: OverwritePolicy
    fileprivate let sharing: SharedStateSession
  }

  /// A planned seed that needs no writes, because its plan is empty or it is a dry run.
  package struct FinishedSeed {
    package let proposal: SeedProposal
    package let file: PlanFile?
    package let refreshed: RefreshCounts?
  }

  /// The outcome of planning.
  package enum Planning {
    case ended(FinishedSeed)
    case planned(PlannedSeed)
  }

  private var profile: EnvironmentProfile { environment.profile }
  private var fixtures: Fixtures { checked.fixtures }

  /// Creates the operation; nothing is read before `plan`.
  package init(
    _ environment: ProjectEnvironment,
    _ checked: CheckedFixtures,
    _ options: SeedOptions,
    _ access: WriteAccess,
    _ interaction: any PresentingInteraction
  ) {
    self.environment = environment
    self.checked = checked
    self.options = options
    self.access = access
    self.interaction = interaction
  }

  // MARK: Planning

  /// Compares the fixtures with the environment, and shows the planned changes.
  ///
  /// - Parameter locks: Receives the environment's lock, unless this is a dry run that records
  ///   nothing.
  /// - Returns: The planned seed, or its final outcome if there is nothing to write.
  /// - Throws: An `OperationFailure` if writing to the environment is not allowed, or an error from
  ///   a store.
  package func plan(_ locks: inout [EnvironmentLock]) async throws -> Planning {
    if !options.isDryRun || options.refreshes { locks.append(try await access.lock()) }
    let sharing = try await SharedStateSession(
      of: environment,
      takingOver: options.refreshes,
      interaction
    )
    try reportInterruptedRun(in: sharing.state)
    try await access.checkMarker()
    // Planning uses readers only; the stores are opened again to apply the plan.
    let readers = try environment.readers()
    let ledger = EnvironmentLedger(of: profile, in: sharing.state)
    let adapters = AdapterContext(
      profile,
      mappings: checked.mappings,
      known: readCache(ledger)
    )
    let difference = try await difference(adapters, ledger, on: readers)
    let refreshed =
      options.refreshes
      ? try await sharing.sharing { try refresh(difference, ledger, in: state(of: sharing)) } : nil
    var policy = options.policy(for: profile)
    var proposal = try propose(difference, policy, ledger, adapters, readers)
    interaction.show(proposal)
    if proposal.plan.needsDecision, !options.isDryRun, options.onConflict == .ask,
      interaction.isInteractive,
      interaction.confirms(
        "Overwrite conflicting values with the fixtures' values?"
      )
    {
      (policy.overwritesConflicts, policy.overwritesUnknown) = (true, true)
      proposal = try propose(difference, policy, ledger, adapters, readers)
      interaction.show(proposal)
    }
    if !options.refreshes {
      try await environment.checkLimits(of: proposal.plan, on: readers, adapters)
    }
    guard proposal.plan.isEmpty || options.isDryRun else {
      return .planned(PlannedSeed(proposal: proposal, policy: policy, sharing: sharing))
    }
    if !options.isDryRun { try await recordMatchingValues(proposal.plan, sharing) }
    return .ended(
      FinishedSeed(proposal: proposal, file: try planFile(of: proposal), refreshed: refreshed)
    )
  }

  /// Asks for confirmation; throws an `OperationFailure` if it is declined.
  package func ask() throws { try access.ask() }

  private func difference(
    _ adapters: AdapterContext,
    _ ledger: EnvironmentLedger,
    on readers: EnvironmentReaders
  ) async throws -> Difference {
    let orphans =
      try options.prunes
      ? profile.services.flatMap { service in
        let described = fixtures.resources.filter { $0.address.service == service.name }
        return try ledger.orphans(
          besides: described,
          of: service.name,
          loading: environment.sets
        )
      } : []
    let comparison = comparison(adapters, of: options.addresses, orphans: orphans)
    defer { interaction.endProgress() }
    let difference = try await comparison.run(against: readers) {
      interaction.progress($0, isAnnounced: false)
    }
    adapters.known?.save()
    return difference
  }

  private func comparison(
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

  private func propose(
    _ difference: Difference,
    _ policy: OverwritePolicy,
    _ ledger: EnvironmentLedger,
    _ adapters: AdapterContext,
    _ readers: EnvironmentReaders
  ) throws -> SeedProposal {
    interaction.progress(.step("planning"), isAnnounced: false)
    defer { interaction.endProgress() }
    let plan = try ledger.plan(
      difference,
      prunes: options.prunes,
      overwriting: policy,
      loading: environment.sets
    )
    return SeedProposal(
      plan: plan,
      profile: profile,
      guarantees: try plan.guarantees(on: readers, adapters),
      costs: try plan.costs(on: readers, adapters),
      notChecked: checked.notChecked
    )
  }

  private func planFile(of proposal: SeedProposal) throws -> PlanFile? {
    guard options.makesPlanFile else { return nil }
    return try PlanFile(
      proposal.plan,
      of: profile,
      from: fixtures,
      summary: PlanSentence.text(of: proposal.plan),
      costs: proposal.costs,
      in: environment.project
    )
  }

  private func reportInterruptedRun(in state: StateDatabase?) throws {
    let file = EnvironmentLock.file(of: profile.name, in: environment.project)
    if options.isDryRun, !options.refreshes,
      let use = try EnvironmentLock.use(of: file, in: profile.name)
    {
      // The unfinished run in the journal is the one in progress, not an interrupted run.
      return interaction.note("note: \(use), so the environment may change during planning")
    }
    guard let run = try state?.interruptedRun(of: profile.name) else { return }
    interaction.note(
      "note: run \(run.id) of \(profile.name) (\(run.action.rawValue)) ended after "
        + "\(run.doneCount.grouped) of \(counted(run.stepCount, "resource")); this run completes "
        + "it; tane discard would roll it back"
    )
  }

  private func readCache(_ ledger: EnvironmentLedger) -> ReadCache {
    ReadCache(
      of: profile,
      in: environment.project,
      ledger: ledger,
      boundTo: environment.connector.embeddedFile(of: profile)
    )
  }

  // MARK: Recording

  /// Records the values that match the fixtures if there is nothing to write.
  private func recordMatchingValues(_ plan: Plan, _ sharing: SharedStateSession) async throws {
    if options.claims {
      try access.ask()
      try await access.claimMarker(in: environment.connector.stores(of: profile))
    }
    let state = try state(of: sharing)
    try recordAnchor(in: state)
    try await sharing.sharing { try settle(plan, in: state) }
  }

  /// Records the reference time of relative dates; a partial seed keeps the previous one.
  private func recordAnchor(in state: StateDatabase) throws {
    guard let anchor = fixtures.anchor, options.addresses.isEmpty else { return }
    try state.keep(anchor, of: profile.name)
  }

  /// Returns the state that was read for the plan, or creates it.
  private func state(of sharing: SharedStateSession) throws -> StateDatabase {
    try sharing.state ?? StateDatabase(of: environment.project)
  }

  /// Records the values that match the fixtures; a full seed also marks interrupted runs as
  /// replaced.
  private func settle(_ plan: Plan, in state: StateDatabase) throws {
    try state.settle(
      plan,
      in: ComparisonScope(options.addresses),
      of: profile,
      sets: environment.sets
    )
    if options.addresses.isEmpty { try state.markInterruptedRunsAsReplaced(of: profile.name) }
  }

  /// Records the values that match the fixtures, without marking interrupted runs as replaced.
  private func refresh(
    _ difference: Difference,
    _ ledger: EnvironmentLedger,
    in state: StateDatabase
  ) throws -> RefreshCounts {
    try state.settle(
      difference,
      in: ComparisonScope(options.addresses),
      of: profile,
      sets: environment.sets
    )
    return RefreshCounts(of: difference, keptBy: ledger)
  }

  // MARK: Applying

  /// Writes a planned seed, and returns the comparison of the fixtures with the data read back.
  package func apply(_ planned: PlannedSeed) async throws -> Difference {
    let plan = planned.proposal.plan
    let state = try state(of: planned.sharing)
    let ledger = EnvironmentLedger(of: profile, in: state)
    let known = readCache(ledger)
    // Record the time before writing, so that resuming an interrupted run uses the same dates.
    try recordAnchor(in: state)
    return try await planned.sharing.sharing {
      let receipt = try await access.apply(
        plan,
        with: PlanContentSource(fixtures, in: environment.project),
        for: .seed,
        sets: environment.sets,
        isFull: options.addresses.isEmpty,
        basis: fixtures.digests(ofFilesHolding: plan.secrets, in: environment.project),
        keptIn: state,
        noting: known
      )
      let adapters = AdapterContext(profile, mappings: checked.mappings, known: known)
      let verified = try await environment.correctingRecords(by: checked.mappings, keptIn: state) {
        try await verify(plan, receipt, planned.policy, adapters, ledger)
      }
      known.save()
      try settle(plan, in: state)
      return verified
    }
  }

  /// Returns the addresses of the seed in a resource, or the resource if it is seeded as a whole.
  private func seededAddresses(in resource: Address) -> [Address] {
    let parts = options.addresses.filter { resource.contains($0) && $0 != resource }
    return parts.isEmpty ? [resource] : parts
  }

  /// Reads back the written data; returns its comparison with the fixtures, and throws if it
  /// differs.
  private func verify(
    _ plan: Plan,
    _ receipt: RunReceipt,
    _ policy: OverwritePolicy,
    _ adapters: AdapterContext,
    _ ledger: EnvironmentLedger
  ) async throws -> Difference {
    let readers = try environment.readers()
    let (difference, unmade): (Difference, Difference?)
    do {
      // After few writes, only the written resources are read back.
      let written = plan.addresses
      let isVerifiedAlone = written.count <= Self.maximumIndividuallyVerified
      let removed = plan.steps.filter { $0.removesResource && !$0.difference.isDescribed }
      let comparison = comparison(
        adapters,
        of: isVerifiedAlone ? written.flatMap(seededAddresses) : options.addresses,
        orphans: removed.map { .orphan(at: $0.address) }
      )
      defer { interaction.endProgress() }
      (difference, unmade) = try await ReadBack.readUntilSettled(in: profile) {
        let difference = try await comparison.run(against: readers, expectingAgreement: true) {
          interaction.progress($0, isAnnounced: false)
        }
        // Withheld changes may remain, but removed resources must be gone.
        let remaining = try ledger.plan(difference, overwriting: policy)
        let gone = Set(removed.map(\.address))
        let kept = difference.resources.filter { gone.contains($0.address) && $0.old.exists }
        return (
          difference,
          remaining.difference(notMadeBy: plan) ?? (kept.isEmpty ? nil : Difference(kept))
        )
      } until: {
        $0.1?.hasOnlyRoundedNumbers ?? true
      }
    } catch let error as StoreError {
      throw OperationFailure(readingBack: error, environment: profile.name)
    }
    guard let unmade else { return difference }
    interaction.show(unverified: unmade)
    let reason =
      unmade.hasOnlyRoundedNumbers
      ? "a Realtime Database does not store whole numbers beyond 2^53 exactly; write these as strings"
      : receipt.explanation(of: unmade.resources.map(\.old))
    throw OperationFailure(
      .found,
      "\(profile.name) was written, but reading it back shows the differences above: \(reason)"
    )
  }
}
