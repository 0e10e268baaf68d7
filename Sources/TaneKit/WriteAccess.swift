import TaneCore
import TaneProject
import TaneRendering
import TaneRuntime
package import TaneSeeding

/// Guarded, locked and journaled write access to an environment.
package struct WriteAccess {
  let environment: ProjectEnvironment
  private let decision: GuardDecision
  private let command: EnvironmentLock.Command
  private let interaction: any PresentingInteraction
  /// A Boolean value indicating whether the profile takes over an environment owned by another
  /// profile.
  private let claims: Bool

  private var profile: EnvironmentProfile { environment.profile }

  /// Prepares for writing to an environment.
  ///
  /// - Parameters:
  ///   - environment: The environment.
  ///   - command: The command that writes.
  ///   - isConfirmed: True if the run was confirmed in advance (`--yes`).
  ///   - isApproved: True if the plan was approved by its digest.
  ///   - claims: True if the profile takes over an environment owned by another profile.
  ///   - interaction: Answers questions and receives notes.
  package init(
    to environment: ProjectEnvironment,
    for command: EnvironmentLock.Command,
    isConfirmed: Bool,
    isApproved: Bool = false,
    claims: Bool = false,
    _ interaction: any PresentingInteraction
  ) {
    self.environment = environment
    self.command = command
    self.interaction = interaction
    self.claims = claims
    decision =
      isApproved
      ? .proceed
      : GuardDecision(
        for: environment.profile,
        isInteractive: environment.profile.guardLevel == .protected
          ? interaction.acceptsTypedAnswers : interaction.isInteractive,
        assumesYes: isConfirmed
      )
  }

  /// Throws an `OperationFailure` with reason `refused` if the guard prevents writing.
  package func checkGuard() throws {
    guard case .refuse(let reason) = decision else { return }
    throw OperationFailure(.refused, "\(reason). Nothing was read or written.")
  }

  /// Throws an `OperationFailure` if another profile owns the environment, unless `claims` is true;
  /// must be called before anything else is read.
  func checkMarker() async throws {
    guard let marker = EnvironmentMarker(of: profile) else { return }
    let readers = try environment.readers()
    guard let refusal = try await marker.refusal(in: readers) else { return }
    guard claims else { throw OperationFailure(.refused, refusal.message) }
    interaction.note("note: \(refusal.finding); --claim claims the environment for \(profile.name)")
  }

  /// Records the profile as the environment's owner; throws an `OperationFailure` if another
  /// profile owns the environment, unless `claims` is true.
  func claimMarker(in stores: EnvironmentStores) async throws {
    guard let marker = EnvironmentMarker(of: profile),
      let refusal = try await marker.take(in: stores, claiming: claims)
    else { return }
    throw OperationFailure(.refused, refusal.message)
  }

  /// Locks the environment against other commands.
  package func lock() async throws -> EnvironmentLock {
    let run = EnvironmentLock.file(of: profile.name, in: environment.project)
    let store =
      profile.hasEmbeddedService ? [environment.connector.embeddedFile(of: profile)] : []
    do {
      return try await EnvironmentLock.take(
        store + [run],
        of: profile.name,
        for: command,
        timeout: environment.timeout,
        report: { interaction.note("\($0); waiting for it to end") }
      )
    } catch let use as EnvironmentInUse {
      throw OperationFailure(
        .failed,
        use.isServed
          ? "\(use): stop the emulator first, or seed through it with an emulator profile; nothing "
            + "was written"
          : "\(use): wait until that process has ended, then run the command again; nothing was "
            + "written"
      )
    }
  }

  /// Asks for confirmation; throws an `OperationFailure` if it is declined.
  package func ask(_ question: String? = nil) throws {
    let name = profile.name
    switch decision {
    case .proceed: return
    case .refuse(let reason): throw OperationFailure(.refused, reason)
    case .askYesOrNo:
      if interaction.confirms(question ?? "Write these changes to \(name)?") { return }
    case .askName:
      if interaction.ask("Type the environment's name to confirm:") == name { return }
    }
    throw OperationFailure(.refused, "declined; nothing was written to \(name)")
  }

  /// Acquires a lease that excludes runs on other machines; returns nil if no service can store
  /// one.
  private func acquireLease() async throws -> EnvironmentLease? {
    do {
      return try await EnvironmentLease.take(
        of: profile,
        in: try environment.connector.unthrottledStores(of: profile),
        for: command,
        of: environment.project
      )
    } catch let leased as LeaseConflict {
      throw OperationFailure(
        .failed,
        "\(profile.name) is in use by \(leased.terms): wait until that run has ended, then run the "
          + "command again; if that run was killed, run tane unlock \(leased.terms.run) -e "
          + "\(profile.name); nothing was written"
      )
    }
  }

  /// Applies a plan with a journal, updates the read cache `known`, and returns the receipts of the
  /// services.
  func apply(
    _ plan: Plan,
    with contentSource: PlanContentSource,
    for action: RunRecord.Action,
    of subject: Int64? = nil,
    sets: [String],
    isFull: Bool = false,
    basis: [String: String] = [:],
    keptIn state: StateDatabase,
    noting known: ReadCache? = nil
  ) async throws -> RunReceipt {
    let stores = try environment.connector.stores(of: profile)
    interaction.interruption.note(
      "it is unknown how much was written to \(profile.name): run tane diff to check"
    )
    do {
      let receipt = try await interaction.interruption.cancelling {
        // Acquire the lease in the closure, where a signal cancels the task instead of ending the
        // process, so that the lease is released.
        let lease = try await acquireLease()
        return try await EnvironmentLease.holding(
          lease,
          reportingUnreleased: {
            interaction.note(
              "note: the lease of \(profile.name) could not be released; other machines cannot "
                + "write to the environment until it expires at \($0)"
            )
          }
        ) {
          try await claimMarker(in: stores)
          let journal = try RunJournal(
            plan,
            for: action,
            of: subject,
            in: profile,
            sets: sets,
            isFull: isFull,
            basis: basis,
            summary: PlanSentence.text(of: plan),
            keptIn: state
          )
          let run = PlanRun(
            plan,
            on: stores,
            AdapterContext(profile, known: known),
            with: contentSource,
            journal: journal,
            lease: lease,
            maximumConcurrentBatches: profile.limits.connections ?? PlanRun.defaultConcurrentBatches
          )
          defer { interaction.endProgress() }
          return try await run.apply { interaction.progress($0, isAnnounced: true) }
        }
      }
      interaction.interruption.note("\(profile.name) was written, but not read back")
      return receipt
    } catch let failure as SeedFailure {
      throw OperationFailure(failure, environment: profile.name)
    }
  }
}

extension ProjectEnvironment {
  /// Checks that fixtures still contain the secrets that a plan writes.
  ///
  /// - Parameters:
  ///   - plan: The plan to write.
  ///   - fixtures: The fixtures that contain the secrets.
  ///   - basis: The digests that the files with the secrets had when the run was planned, or nil if
  ///     they have already been compared.
  /// - Throws: An `OperationFailure` that names the secrets that are missing or may have changed.
  func checkSecrets(of plan: Plan, in fixtures: Fixtures?, since basis: [String: String]?) throws {
    let secrets = plan.secrets
    let missing = secrets.filter { fixtures?.secret(at: $0) == nil }
    try throwIfAny(missing) { "the fixtures no longer contain \($0)" }
    guard let basis, let fixtures else { return }
    try throwIfAny(fixtures.secrets(among: secrets, changedSince: basis, in: project)) {
      "the fixture files that contain \($0) changed after the run began"
    }
  }

  private func throwIfAny(_ secrets: [Address], because reason: (String) -> String) throws {
    guard !secrets.isEmpty else { return }
    let shown = secrets.prefix(5).map { "\($0)" }.joined(separator: ", ")
    let more = secrets.count > 5 ? " and \((secrets.count - 5).grouped) more" : ""
    throw OperationFailure(
      .refused,
      "\(reason(shown + more)); nothing was written. Run tane seed -e \(profile.name) instead"
    )
  }
}

extension OperationFailure {
  /// Creates a failure for a run that stopped early, listing the services that were written.
  package init(_ failure: SeedFailure, environment: String) {
    let cause = Self.cause(of: failure)
    guard failure.wroteAnything else {
      self.init(cause.reason, "\(cause.message); nothing was written to \(environment)")
      return
    }
    let isInterrupted =
      failure.cause is CancellationError || (failure.cause as? StoreError)?.code == .cancelled
    let written =
      failure.written.isEmpty ? "" : "written: \(failure.written.joined(separator: ", ")); "
    self.init(
      isInterrupted ? .interrupted : .partlyApplied,
      // A run may also stop after its last write, before its record is complete.
      failure.remaining.isEmpty
        ? "\(cause.message); \(written)run tane resume -e \(environment) to complete it, or tane "
          + "discard -e \(environment) to roll it back"
        : "\(cause.message); \(written)not finished: \(failure.remaining.joined(separator: ", ")); "
          + "run tane resume -e \(environment) to complete it, or tane discard -e "
          + "\(environment) to roll it back"
    )
  }

  private static func cause(of failure: SeedFailure) -> OperationFailure {
    guard let error = failure.cause as? StoreError, error.code == .conflict, !error.paths.isEmpty,
      let service = failure.service
    else { return OperationFailure(failure.cause) }
    let addresses = error.paths.prefix(3).map { "\(Address(service: service, path: $0))" }
    let rest = error.paths.count - addresses.count
    let more = rest > 0 ? " and \(rest.grouped) more" : ""
    return OperationFailure(
      .failed,
      "somebody else wrote to \(addresses.joined(separator: ", "))\(more) after the plan was "
        + "created"
    )
  }
}
