package import TaneCore
package import TaneProject
package import TaneSeeding

/// An operation that applies a saved plan to its environment, and verifies the result.
package struct ApplyOperation {
  private let file: PlanFile
  private let environment: ProjectEnvironment
  private let access: WriteAccess
  private let interaction: any PresentingInteraction
  private let mappings: Mappings

  private var profile: EnvironmentProfile { environment.profile }

  /// Creates the operation; nothing is read before `run`.
  package init(
    _ file: PlanFile,
    to environment: ProjectEnvironment,
    by mappings: Mappings,
    isConfirmed: Bool,
    isApproved: Bool,
    _ interaction: any PresentingInteraction
  ) {
    self.file = file
    self.environment = environment
    self.mappings = mappings
    self.interaction = interaction
    access = WriteAccess(
      to: environment,
      for: .apply,
      isConfirmed: isConfirmed,
      isApproved: isApproved,
      interaction
    )
  }

  /// Applies the plan; `loadFixtures` loads the plan's fixtures, and is called only if they are
  /// needed.
  ///
  /// - Returns: The applied plan, which is empty if the environment is already in the final state.
  /// - Throws: An `OperationFailure` if the plan's source files or the environment have changed
  ///   since the plan was made, or writing to the environment is not allowed.
  package func run(loadFixtures: () throws -> Fixtures) async throws -> Plan {
    try access.checkGuard()
    try throwIfChanged(file.changes(in: environment.project), "the plan's source files")
    let lock = try await access.lock()
    defer { lock.release() }
    try await access.checkMarker()
    let sharing = try await SharedStateSession(of: environment, interaction)
    let state = try sharing.state ?? StateDatabase(of: environment.project)
    let replay = try Replay(
      file.steps,
      .forward,
      keptIn: state,
      AdapterContext(profile, mappings: mappings)
    )
    let readers = try environment.readers()
    let outcome = try await replay.plan(on: readers)
    try throwIfChanged(outcome.left.map { "\($0) was changed" }, profile.name)
    guard !outcome.plan.isEmpty else { return outcome.plan }
    let unrecorded = try unrecorded(in: outcome.plan, state)
    let needsFixtures = outcome.plan.writesValuesOfFixtures || !unrecorded.isEmpty
    let fixtures = try needsFixtures ? loadFixtures() : nil
    try environment.checkSecrets(of: outcome.plan, in: fixtures, since: nil)
    interaction.show(outcome.plan)
    try await environment.checkLimits(of: outcome.plan, on: readers, AdapterContext(profile))
    try access.ask()
    if let anchor = file.anchor { try state.keep(anchor, of: profile.name) }
    try await sharing.sharing {
      let receipt = try await access.apply(
        outcome.plan,
        with: replay.contentSource(
          fallback: fixtures.map { PlanContentSource($0, in: environment.project) }
        ),
        for: .seed,
        sets: file.sets,
        basis: fixtures?
          .digests(ofFilesHolding: outcome.plan.secrets, in: environment.project) ?? [:],
        keptIn: state
      )
      try await environment.correctingRecords(by: mappings, keptIn: state) {
        try await verify(replay, outcome.plan, receipt)
      }
      guard let fixtures else { return }
      try await environment.recordMatchingValues(
        of: unrecorded,
        with: fixtures,
        by: mappings,
        sets: file.sets,
        keptIn: state
      )
    }
    return outcome.plan
  }

  /// Returns the resources that the plan overwrites although the ledger has no record of them.
  private func unrecorded(in plan: Plan, _ state: StateDatabase) throws -> [Address] {
    let ledger = EnvironmentLedger(of: profile, in: state)
    return try ledger.unrecorded(among: plan.steps.filter(\.before.exists).map(\.address))
  }

  private func verify(
    _ replay: Replay,
    _ applied: Plan,
    _ receipt: RunReceipt
  ) async throws {
    // Readers opened before the run cannot read an embedded store that the run created.
    let readers = try environment.readers()
    let found: Replay.Outcome
    do {
      found = try await ReadBack.readUntilSettled(in: profile) {
        try await replay.plan(on: readers, after: applied)
      } until: {
        $0.plan.isEmpty && $0.left.isEmpty
      }
    } catch let error as StoreError {
      throw OperationFailure(readingBack: error, environment: profile.name)
    }
    guard !found.plan.isEmpty || !found.left.isEmpty else { return }
    throw OperationFailure(
      .found,
      "\(profile.name) was written, but does not match the plan when read back: "
        + receipt.explanation(of: found.plan.steps.map(\.before))
    )
  }

  /// Throws an `OperationFailure` that lists the changes, if there are any.
  private func throwIfChanged(_ changes: [String], _ what: String) throws {
    guard !changes.isEmpty else { return }
    let more = changes.count > 20 ? ["and \((changes.count - 20).grouped) more"] : []
    throw OperationFailure(
      .refused,
      "\(what) changed after the plan was created; nothing was written. Plan again:",
      details: changes.prefix(20) + more
    )
  }
}

extension Plan {
  /// A Boolean value indicating whether the plan writes secrets or objects, which only fixtures
  /// contain.
  fileprivate var writesValuesOfFixtures: Bool {
    !secrets.isEmpty || steps.contains { $0.difference.isObject }
  }
}

extension ProjectEnvironment {
  /// Verifies the latest run; if `verify` finds that values were not written, restores the records
  /// from before the run for those that the environment still has.
  func correctingRecords<Result>(
    by mappings: Mappings,
    keptIn state: StateDatabase,
    _ verify: () async throws -> Result
  ) async throws -> Result {
    do {
      return try await verify()
    } catch let failure as OperationFailure where failure.reason == .found {
      // If this fails as well, the first failure is the one to report.
      try? await recordUnmadeWrites(by: mappings, keptIn: state)
      throw failure
    }
  }

  private func recordUnmadeWrites(by mappings: Mappings, keptIn state: StateDatabase) async throws {
    guard let run = try state.runs(of: profile.name).first?.id else { return }
    let adapters = AdapterContext(profile, mappings: mappings)
    let replay = try Replay(state.steps(of: run), .backward, keptIn: state, adapters)
    let outcome = try await replay.plan(on: readers())
    try state.recordUnmadeWrites(run: run, by: replay, outcome, of: profile)
  }

  /// Records the current values that match the fixtures, as a seed does.
  ///
  /// If only the run's changes were recorded, a later edit would be misreported: an edit of a
  /// partly changed list as a conflict, an edit of an unchanged value as a value of unknown origin.
  func recordMatchingValues(
    of addresses: [Address],
    with fixtures: Fixtures,
    by mappings: Mappings,
    sets: [String],
    keptIn state: StateDatabase
  ) async throws {
    guard !addresses.isEmpty else { return }
    let isFew = addresses.count <= SeedOperation.maximumIndividuallyVerified
    let comparison = EnvironmentComparison(
      fixtures,
      AdapterContext(profile, mappings: mappings),
      PlanPolicy(profile, scope: ComparisonScope(isFew ? addresses : []))
    )
    let found: Difference
    do {
      found = try await comparison.run(against: readers())
    } catch let error as StoreError {
      throw OperationFailure(readingBack: error, environment: profile.name)
    }
    let requested = Set(addresses)
    let difference = Difference(found.resources.filter { requested.contains($0.address) })
    try state.settle(difference, in: ComparisonScope(), of: profile, sets: sets)
  }
}
