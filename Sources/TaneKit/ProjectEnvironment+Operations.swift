public import TaneCore
import TaneProject
public import TaneSeeding

extension ProjectEnvironment {
  /// Compares the fixtures with the environment; nothing is written.
  ///
  /// - Parameters:
  ///   - options: The options of the comparison.
  ///   - interaction: Receives notes.
  /// - Returns: The difference; its old side is the environment.
  /// - Throws: An `OperationFailure` if the fixtures have errors or describe no such node, and errors of stores.
  public func diff(
    _ options: DiffOptions = DiffOptions(),
    interaction: any Interaction = .silent
  ) async throws -> Difference {
    try await DiffOperation(options, ProgramInteraction(base: interaction))
      .compare(self).difference
  }

  /// Compares the environment with another one in the services that both have; nothing is written.
  ///
  /// - Parameters:
  ///   - other: The other environment.
  ///   - options: The options of the comparison.
  ///   - interaction: Receives notes, such as the services that only one environment has.
  /// - Returns: The difference; its new side is the other environment.
  /// - Throws: An `OperationFailure` if one of them lacks the service of an address, and errors of stores.
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
  /// - Throws: An `OperationFailure` if the fixtures have errors, and errors of stores.
  public func plan(
    _ options: SeedOptions = SeedOptions(),
    interaction: any Interaction = .silent
  ) async throws -> SeedResult {
    var options = options
    (options.isDryRun, options.makesPlanFile) = (true, true)
    return try await seed(options, interaction: interaction)
  }

  /// Applies the fixtures to the environment, and verifies them by reading back.
  ///
  /// Nothing is written if there is nothing to do. The app's Swift types are not checked: `tane seed` and
  /// `tane validate` do that.
  ///
  /// - Throws: An `OperationFailure`: `refused` if the guard does not allow it, `found` if the fixtures have errors or
  ///   the environment reads back otherwise, `partlyApplied` if `resume()` or `discard()` must end the run.
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

  /// Downloads data of the environment into fixtures.
  ///
  /// What fixtures describe is changed in the file and on the line that says it; all else goes into new files. Nothing is
  /// written unless the files read back as the environment, and hold no original of a masked value.
  ///
  /// - Parameters:
  ///   - options: The nodes to take, and how.
  ///   - interaction: Receives notes.
  /// - Returns: The files, and the places that fixtures cannot describe.
  /// - Throws: An `OperationFailure`: `refused` if the environment is protected and no masks name its personal data,
  ///   `found` if fixtures or masks have errors or the files would not read back.
  public func pull(
    _ options: PullOptions,
    interaction: any Interaction = .silent
  ) async throws -> PullResult {
    try await PullOperation(self, options, ProgramInteraction(base: interaction)).run()
  }

  /// Copies manual edits of the environment into the fixtures that describe the edited nodes.
  ///
  /// No file is added, and what the environment lacks is removed: the options `set` and `prunes` do not count.
  ///
  /// - Parameters:
  ///   - options: The nodes to take, and how.
  ///   - interaction: Receives notes.
  /// - Returns: The files, and the places that fixtures cannot describe.
  /// - Throws: An `OperationFailure`, as `pull` does.
  public func adopt(
    _ options: PullOptions,
    interaction: any Interaction = .silent
  ) async throws -> PullResult {
    try await pull(options.adopting(), interaction: interaction)
  }

  /// Applies a saved plan, and verifies it.
  ///
  /// - Parameters:
  ///   - file: The plan, of this environment.
  ///   - digest: The plan's digest, which approves it: a protected environment requires it.
  ///   - isConfirmed: True if a person agreed beforehand, which a `confirm` environment requires.
  ///   - interaction: Answers questions and receives notes.
  /// - Returns: The steps that were written; empty if the plan was applied already.
  /// - Throws: An `OperationFailure` if the files or the environment changed after the plan was made.
  public func apply(
    _ file: PlanFile,
    approvedBy digest: String? = nil,
    isConfirmed: Bool = false,
    interaction: any Interaction = .silent
  ) async throws -> Plan {
    guard file.environment == profile.name else {
      throw OperationFailure(
        .usage,
        "the plan is of \(file.environment), not of \(profile.name); nothing was written"
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

  /// Reverts the latest run in effect, or a given one; reverting an undo redoes.
  ///
  /// - Throws: An `OperationFailure` if there is no such run, or an interrupted run must be ended before.
  public func undo(
    run number: Int64? = nil,
    isConfirmed: Bool = false,
    interaction: any Interaction = .silent
  ) async throws -> [ReplayResult] {
    try await replay(.undo, run: number, isConfirmed: isConfirmed, interaction)
  }

  /// Finishes an interrupted run.
  ///
  /// - Throws: An `OperationFailure` if no run was interrupted.
  public func resume(
    isConfirmed: Bool = false,
    interaction: any Interaction = .silent
  ) async throws -> [ReplayResult] {
    try await replay(.resume, run: nil, isConfirmed: isConfirmed, interaction)
  }

  /// Rolls back an interrupted run.
  ///
  /// - Throws: An `OperationFailure` if no run was interrupted.
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

/// The result of a seed or a plan.
public struct SeedResult: Sendable {
  /// What was written, or would be; its `withheld` changes are the edits and conflicts that were kept.
  public let plan: Plan
  /// The plan as a file, if one was made.
  public let file: PlanFile?
  /// The comparison after writing; nil if nothing was written.
  public let verified: Difference?
  /// The checks that were left out, with their reasons, one clause each.
  public let notChecked: [String]

  init(_ proposal: SeedProposal, file: PlanFile?, verified: Difference?) {
    plan = proposal.plan
    self.file = file
    self.verified = verified
    notChecked = proposal.notChecked
  }
}

/// The result of an undo, a resume or a discard of one run.
public struct ReplayResult: Sendable {
  /// The run that was finished or taken back.
  public let run: RunRecord
  /// What was written.
  public let plan: Plan
  /// Places that somebody changed since, which were left.
  public let left: [Address]
  /// Places that cannot be taken back, such as passwords.
  public let irreversible: [Address]

  init(_ report: ReplayOperation.Report) {
    run = report.run
    (plan, left, irreversible) =
      (report.outcome.plan, report.outcome.left, report.outcome.irreversible)
  }
}
