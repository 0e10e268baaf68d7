import TaneCore
package import TaneProject
package import TaneSeeding

/// An operation that finishes an interrupted run, rolls it back, or reverts an earlier run.
package struct ReplayOperation {
  private let action: RunRecord.Action
  /// The requested run, or nil for the latest one that can be replayed.
  private let number: Int64?
  private let environment: ProjectEnvironment
  private let isDryRun: Bool
  private let access: WriteAccess
  private let interaction: any PresentingInteraction
  private let mappings: Mappings

  private var profile: EnvironmentProfile { environment.profile }

  /// The outcome of replaying one run.
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
    _ interaction: any PresentingInteraction
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

  /// Replays the run; `loadFixtures` loads the fixture sets needed to finish an interrupted run.
  ///
  /// - Returns: The replayed runs. Rolling back an interrupted full seed also rolls back the
  ///   interrupted runs that it replaced.
  /// - Throws: An `OperationFailure` if there is no such run or writing to the environment is not
  ///   allowed, or an error from a store.
  package func run(
    loadFixtures: (_ sets: [String]) throws -> Fixtures
  ) async throws -> [Report] {
    if !isDryRun { try access.checkGuard() }
    guard let state = try StateDatabase.existing(in: environment.project) else {
      throw nothingToDoFailure
    }
    _ = try subject(in: state)
    let lock = isDryRun ? nil : try await access.lock()
    defer { lock?.release() }
    // Another command may have completed the run before this one acquired the lock.
    var subject = try subject(in: state)
    try await access.checkMarker()
    var reports: [Report] = []
    while true {
      let report = try await replay(subject, keptIn: state, loadFixtures)
      reports.append(report)
      guard !isDryRun, action == .discard, subject.isFull,
        let earlier = try state.interruptedRun(of: profile.name), earlier.id < subject.id
      else { return reports }
      subject = earlier
    }
  }

  private func replay(
    _ subject: RunRecord,
    keptIn state: StateDatabase,
    _ loadFixtures: (_ sets: [String]) throws -> Fixtures
  ) async throws -> Report {
    let history = RunHistory(try state.runs(of: profile.name))
    // Read the shared state before planning.
    let sharing = try await SharedStateSession(of: environment, interaction)
    let adapters = AdapterContext(profile, mappings: mappings)
    let replay = try Replay(
      state.steps(of: subject, in: history).filter { action == .resume || $0.wasSent },
      action == .resume ? .forward : .backward,
      keptIn: state,
      adapters
    )
    let readers = try environment.readers()
    let outcome = try await interaction.withProgress("reading \(profile.name)") {
      try await replay.plan(on: readers)
    }
    interaction.show(outcome, of: subject)
    if action == .undo, let earlier = history.interruptedSeed(before: subject) {
      interaction.note(
        "note: run \(earlier.id), which was interrupted, is not reverted; to revert it as well, run "
          + "tane undo again"
      )
    }
    try await environment.checkLimits(of: outcome.plan, on: readers, adapters)
    let report = Report(outcome: outcome, run: subject)
    guard !isDryRun else { return report }
    let sets = try state.sets(of: subject.id)
    // Finishing an interrupted run needs secrets and objects, which only fixtures contain.
    let fixtures = try action == .resume ? loadFixtures(sets) : nil
    let basis = try state.basis(of: subject.id)
    if action == .resume {
      try environment.checkSecrets(of: outcome.plan, in: fixtures, since: basis)
    }
    if !outcome.plan.isEmpty { try access.ask() }
    // The records of restored values are shared as well.
    try await sharing.sharing {
      var unread: OperationFailure?
      if !outcome.plan.isEmpty {
        let receipt = try await access.apply(
          outcome.plan,
          with: replay.contentSource(
            fallback: fixtures.map { PlanContentSource($0, in: environment.project) }
          ),
          for: action,
          of: subject.id,
          sets: sets,
          basis: basis,
          keptIn: state
        )
        unread = try await environment.correctingRecords(by: mappings, keptIn: state) {
          try await verify(replay, outcome.plan, receipt)
        }
      }
      try state.settle(
        run: subject.id,
        attempts: history.attempts(of: subject).map(\.id),
        by: replay,
        outcome,
        of: profile
      )
      if action == .resume, subject.action == .undo {
        try await restoreRecords(fromBeforeRun: subject.subject, in: history, state, adapters)
      }
      if action == .resume, subject.isFull {
        try state.markInterruptedRunsAsReplaced(of: profile.name)
      }
      if let unread { throw unread }
      if let fixtures, subject.action != .undo {
        try await environment.recordMatchingValues(
          of: replay.addresses,
          with: fixtures,
          by: mappings,
          sets: sets,
          keptIn: state
        )
      }
    }
    return report
  }

  /// Restores the records from before a run whose undo was resumed, as an uninterrupted undo does.
  private func restoreRecords(
    fromBeforeRun number: Int64?,
    in history: RunHistory,
    _ state: StateDatabase,
    _ adapters: AdapterContext
  ) async throws {
    guard let number, let run = history.run(number) else { return }
    let replay = try Replay(
      state.steps(of: run, in: history).filter(\.wasSent),
      .backward,
      keptIn: state,
      adapters
    )
    let outcome = try await replay.plan(on: environment.readers())
    try state.recordReverted(run: run.id, by: replay, outcome, of: profile)
  }

  /// Returns the run to replay, or throws an `OperationFailure` if no run can be replayed.
  private func subject(in state: StateDatabase) throws -> RunRecord {
    guard let run = try subject(in: RunHistory(state.runs(of: profile.name))) else {
      throw nothingToDoFailure
    }
    return run
  }

  private func subject(in history: RunHistory) throws -> RunRecord? {
    guard action == .undo else { return history.interrupted }
    if let interrupted = history.interrupted {
      let name = profile.name
      throw OperationFailure(
        .failed,
        "run \(interrupted.id) of \(name) (\(interrupted.action.rawValue)) was interrupted: run "
          + "tane resume -e \(name) to complete it, or tane discard -e \(name) to roll it back, "
          + "then run tane undo again"
      )
    }
    guard let number else { return history.latestSeedInEffect }
    guard let run = history.run(number) else {
      throw OperationFailure(
        .usage,
        "\(profile.name) has no run \(number); tane history -e \(profile.name) lists its runs"
      )
    }
    let root = history.root(of: run)
    guard history.isInEffect(root) else { throw notInEffectFailure(root, history) }
    return root
  }

  private func notInEffectFailure(_ run: RunRecord, _ history: RunHistory) -> OperationFailure {
    let reason =
      history.revert(of: run).map {
        "run \($0.id) already reverted run \(run.id); tane undo \($0.id) restores the changes of "
          + "run \(run.id)"
      } ?? "run \(run.id) was already reverted, or wrote nothing"
    return OperationFailure(.failed, "\(reason). Nothing was written")
  }

  private var nothingToDoFailure: OperationFailure {
    action == .undo
      ? OperationFailure(.failed, "\(profile.name) has no run to undo")
      : OperationFailure(.failed, "no run of \(profile.name) was interrupted")
  }

  /// Reads back the written data; returns a failure if it cannot be read, and throws one if it
  /// differs.
  private func verify(
    _ replay: Replay,
    _ applied: Plan,
    _ receipt: RunReceipt
  ) async throws -> OperationFailure? {
    let readers = try environment.readers()
    let resources = Set(replay.addresses)
    func resource(of place: Address) -> Address? {
      sequence(first: place.path) { $0.isRoot ? nil : $0.parent }
        .lazy.map { Address(service: place.service, path: $0) }.first(where: resources.contains)
    }
    func differing(_ outcome: Replay.Outcome) -> Set<Address> {
      let differing = Set(outcome.plan.steps.map(\.address))
      // The addresses are collected only if there are such values, since a run may write many.
      guard !outcome.left.isEmpty else { return differing }
      let left = outcome.left.filter(WrittenAddresses(of: applied).overlaps)
      // A document is no part of the document above it.
      let written = Set(applied.steps.map(\.address))
      let trees = applied.steps.filter(\.difference.rules.canReadMapsAsLists)
      let databases = Set(trees.map(\.address.service))
      return differing.union(
        left.compactMap(resource).filter { written.contains($0) || databases.contains($0.service) }
      )
    }
    let found: Replay.Outcome
    do {
      found = try await interaction.withProgress("verifying \(profile.name)") {
        try await ReadBack.readUntilSettled(in: profile) {
          try await replay.plan(on: readers, after: applied)
        } until: {
          differing($0).isEmpty
        }
      }
    } catch let error as StoreError {
      // All services have acknowledged their writes, so the run is complete.
      return OperationFailure(readingBack: error, environment: profile.name)
    }
    let count = differing(found).count
    guard count > 0 else { return nil }
    throw OperationFailure(
      .found,
      "\(profile.name) was written, but \(counted(count, "resource")) "
        + "\(count == 1 ? "differs" : "differ") when read back: "
        + receipt.explanation(of: found.plan.steps.map(\.before))
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
