public import TaneCore
import TaneProject
public import TaneSeeding

extension ProjectEnvironment {
  /// Compares the fixtures with the environment without writing.
  ///
  /// - Parameters:
  ///   - options: The options of the comparison.
  ///   - interaction: Receives notes.
  /// - Returns: The difference; its old side is the environment.
  /// - Throws: An `OperationFailure` if the fixtures have errors or describe no data at a given
  ///   address, or an error from a store.
  public func diff(
    _ options: DiffOptions = DiffOptions(),
    interaction: any Interaction = .silent
  ) async throws -> Difference {
    try await DiffOperation(options, ProgramInteraction(base: interaction))
      .compare(self).difference
  }

  /// Compares the services that the environment has in common with another one, without writing.
  ///
  /// - Parameters:
  ///   - other: The other environment.
  ///   - options: The options of the comparison.
  ///   - interaction: Receives notes, such as the services that only one environment has.
  /// - Returns: The difference; its new side is the other environment.
  /// - Throws: An `OperationFailure` if an environment lacks the service of a given address, or an
  ///   error from a store.
  public func diff(
    with other: ProjectEnvironment,
    _ options: DiffOptions = DiffOptions(),
    interaction: any Interaction = .silent
  ) async throws -> Difference {
    try await DiffOperation(options, ProgramInteraction(base: interaction))
      .compare(self, other).difference
  }

  /// Plans a seed without writing.
  ///
  /// - Throws: An `OperationFailure` if the fixtures have errors, or an error from a store.
  public func plan(
    _ options: SeedOptions = SeedOptions(),
    interaction: any Interaction = .silent
  ) async throws -> SeedResult {
    var options = options
    (options.isDryRun, options.makesPlanFile) = (true, true)
    return try await seed(options, interaction: interaction)
  }

  /// Applies the fixtures to the environment, and verifies the result by reading it back.
  ///
  /// Nothing is written if the environment is up to date. The app's Swift types are not checked;
  /// use `tane seed` or `tane validate` for that.
  ///
  /// - Throws: An `OperationFailure`: `refused` if the guard prevents it, `found` if the fixtures
  ///   have errors or the verification fails, or `partlyApplied` if the run must be completed with
  ///   `resume()` or `discard()`.
  public func seed(
    _ options: SeedOptions = SeedOptions(),
    interaction: any Interaction = .silent
  ) async throws -> SeedResult {
    let interaction = ProgramInteraction(base: interaction)
    let access = WriteAccess(
      to: self,
      for: .seed,
      isConfirmed: options.isConfirmed,
      interaction
    )
    if !options.isDryRun { try access.checkGuard() }
    let checked = try CheckedFixtures(
      of: self,
      describing: options.addresses,
      otherwise: "nothing was written",
      interaction
    )
    let operation = SeedOperation(self, checked, options, access, interaction)
    var locks: [EnvironmentLock] = []
    defer { locks.forEach { $0.release() } }
    switch try await operation.plan(&locks) {
    case .ended(let ended):
      return SeedResult(ended.proposal, file: ended.file, verified: nil)
    case .planned(let planned):
      try operation.ask()
      return SeedResult(
        planned.proposal,
        file: nil,
        verified: try await operation.apply(planned)
      )
    }
  }

  /// Downloads data from the environment into fixtures.
  ///
  /// Data that fixtures describe is updated in place; other data goes into new files. Files are
  /// written only if reading them back yields the environment's data, and if they contain no
  /// original of a masked value.
  ///
  /// - Parameters:
  ///   - options: The nodes to download, and the options.
  ///   - interaction: Receives notes.
  /// - Returns: The files, and the values that fixtures cannot describe.
  /// - Throws: An `OperationFailure`: `refused` if the environment is protected and personal data
  ///   is not masked, `found` if fixtures or masks have errors or the files would differ when
  ///   read back.
  public func pull(
    _ options: PullOptions,
    interaction: any Interaction = .silent
  ) async throws -> PullResult {
    try await PullOperation(self, options, ProgramInteraction(base: interaction)).run()
  }

  /// Copies manual edits from the environment into the fixtures that describe the edited nodes.
  ///
  /// No file is added. Data that the environment lacks is removed from fixtures. The options `set`
  /// and `prunes` are ignored.
  ///
  /// - Parameters:
  ///   - options: The nodes to copy, and the options.
  ///   - interaction: Receives notes.
  /// - Returns: The files, and the values that fixtures cannot describe.
  /// - Throws: An `OperationFailure`, as `pull` does.
  public func adopt(
    _ options: PullOptions,
    interaction: any Interaction = .silent
  ) async throws -> PullResult {
    try await pull(options.adopting(), interaction: interaction)
  }

  /// Applies a saved plan, and verifies the result.
  ///
  /// - Parameters:
  ///   - file: The plan, which must be for this environment.
  ///   - digest: The plan's digest as approval, which a protected environment requires.
  ///   - isConfirmed: True if the run was confirmed in advance, as environments with the guard
  ///     `confirm` require.
  ///   - interaction: Answers questions and receives notes.
  /// - Returns: The written plan, which is empty if the plan was already applied.
  /// - Throws: An `OperationFailure` if the files or the environment have changed since the plan
  ///   was made, or the guard prevents it.
  public func apply(
    _ file: PlanFile,
    approvedBy digest: String? = nil,
    isConfirmed: Bool = false,
    interaction: any Interaction = .silent
  ) async throws -> Plan {
    guard file.environment == profile.name else {
      throw OperationFailure(
        .usage,
        "the plan is for \(file.environment), not for \(profile.name); nothing was written"
      )
    }
    guard digest == nil || digest == file.digest else {
      throw OperationFailure(
        .refused,
        "the plan's digest is \(file.digest), not \(digest ?? ""); nothing was written"
      )
    }
    let planned = with(sets: file.sets)
    let interaction = ProgramInteraction(base: interaction)
    let operation = ApplyOperation(
      file,
      to: planned,
      by: Mappings.load(from: project),
      isConfirmed: isConfirmed,
      isApproved: digest != nil,
      interaction
    )
    return try await operation.run {
      try planned.fixtures(otherwise: "nothing was written", interaction)
    }
  }

  /// Reverts the latest seed in effect, or a given run; reverting an undo restores the changes that
  /// it reverted.
  ///
  /// - Throws: An `OperationFailure` if there is no such run, or if an interrupted run must be
  ///   resumed or discarded first.
  public func undo(
    run number: Int64? = nil,
    isConfirmed: Bool = false,
    interaction: any Interaction = .silent
  ) async throws -> [ReplayResult] {
    try await replay(.undo, run: number, isConfirmed: isConfirmed, interaction)
  }

  /// Finishes an interrupted run.
  ///
  /// - Throws: An `OperationFailure` if there is no interrupted run.
  public func resume(
    isConfirmed: Bool = false,
    interaction: any Interaction = .silent
  ) async throws -> [ReplayResult] {
    try await replay(.resume, run: nil, isConfirmed: isConfirmed, interaction)
  }

  /// Rolls back an interrupted run.
  ///
  /// - Throws: An `OperationFailure` if there is no interrupted run.
  public func discard(
    isConfirmed: Bool = false,
    interaction: any Interaction = .silent
  ) async throws -> [ReplayResult] {
    try await replay(.discard, run: nil, isConfirmed: isConfirmed, interaction)
  }

  private func replay(
    _ action: RunRecord.Action,
    run number: Int64?,
    isConfirmed: Bool,
    _ base: any Interaction
  ) async throws -> [ReplayResult] {
    let interaction = ProgramInteraction(base: base)
    let operation = ReplayOperation(
      action,
      run: number,
      in: self,
      by: Mappings.load(from: project),
      isDryRun: false,
      isConfirmed: isConfirmed,
      interaction
    )
    let reports = try await operation.run { sets in
      try with(sets: sets).fixtures(otherwise: "nothing was written", interaction)
    }
    return reports.map(ReplayResult.init)
  }
}

/// The result of planning or applying a seed.
public struct SeedResult: Sendable {
  /// The plan that was or would be written; its `withheld` changes are conflicts and retained
  /// manual edits.
  public let plan: Plan
  /// The plan as a file, or nil if none was requested.
  public let file: PlanFile?
  /// The comparison after writing, or nil if nothing was written.
  public let verified: Difference?
  /// The skipped checks and the reasons, as clauses.
  public let notChecked: [String]

  init(_ proposal: SeedProposal, file: PlanFile?, verified: Difference?) {
    plan = proposal.plan
    self.file = file
    self.verified = verified
    notChecked = proposal.notChecked
  }
}

/// The result of undoing, resuming or discarding a run.
public struct ReplayResult: Sendable {
  /// The run that was finished, rolled back or reverted.
  public let run: RunRecord
  /// The plan that was written.
  public let plan: Plan
  /// The addresses that were skipped because their values have changed since the run.
  public let left: [Address]
  /// The addresses that cannot be reverted, such as passwords.
  public let irreversible: [Address]

  init(_ report: ReplayOperation.Report) {
    run = report.run
    (plan, left, irreversible) =
      (report.outcome.plan, report.outcome.left, report.outcome.irreversible)
  }
}
