import Foundation
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneSeeding

/// One run of `tane seed` or `tane plan` for one or more environments.
///
/// All environments are planned, shown and confirmed before the first one is written. The run stops
/// at the first failure.
struct SeedRun {
  let command: SeedRequest
  let context: CommandContext

  /// An environment to plan, and the access for writing to it.
  private struct Session {
    let target: ProjectEnvironment
    let access: WriteAccess
    /// The findings about the app's own settings, as warnings, since a seed does not need them.
    let valueFindings: [Diagnostic]
  }

  /// A planned environment that is ready to be written.
  private struct PlannedSession {
    let target: ProjectEnvironment
    let operation: SeedOperation
    let seed: SeedOperation.PlannedSeed
  }

  func run() async throws -> ExitStatus {
    let names = try command.environment.names(variables: context.variables)
    if names.count > 1, command.planFile != nil {
      throw CommandFailure(.usage, "-o saves the plan of one environment; run tane plan for each")
    }
    if names.count > 1, command.format == .html {
      throw CommandFailure(
        .usage,
        "--format html creates a page for one environment; run tane plan for each"
      )
    }
    let interruption = Interruption("nothing was written", console: context.console)
    let interaction = CommandInteraction(context, interruption, format: command.format)
    let sessions = try names.map { try session(of: $0, interaction) }
    // Check all guards before reading any environment.
    if sessions.count > 1 { try sessions.forEach(checkGuard) }
    return try await seed(sessions, interaction, interruption)
  }

  private func session(of name: String, _ interaction: CommandInteraction) throws -> Session {
    let profiles = try context.profiles()
    let target = try context.environment(
      named: name,
      sets: command.sets.names,
      at: command.anchor,
      among: profiles
    )
    let access = WriteAccess(
      to: target,
      for: .seed,
      isConfirmed: command.options.isConfirmed,
      claims: command.options.claims,
      interaction
    )
    let findings = profiles.valueDiagnostics(of: name).map { finding in
      var finding = finding
      finding.severity = min(finding.severity, .warning)
      return finding
    }
    return Session(target: target, access: access, valueFindings: findings)
  }

  private func checkGuard(of session: Session) throws {
    if !command.options.isDryRun { try session.access.checkGuard() }
  }

  private func seed(
    _ sessions: [Session],
    _ interaction: CommandInteraction,
    _ interruption: Interruption
  ) async throws -> ExitStatus {
    var (documents, written) = ([TreeLiteral](), [String]())
    var (locks, status) = ([EnvironmentLock](), ExitStatus.clean)
    defer { locks.forEach { $0.release() } }
    var current = sessions[0].target
    do {
      var planned: [PlannedSession] = []
      for (index, session) in sessions.enumerated() {
        current = session.target
        if index > 0, !context.isJSON { context.console.print() }
        session.target.printHeader(in: context, isWanted: command.format == .text)
        context.console.report(session.valueFindings)
        try checkGuard(of: session)
        let operation = SeedOperation(
          session.target,
          try CheckedFixtures(
            of: session.target,
            describing: command.options.addresses,
            types: command.skipsTypes ? .skippedByUser : .included,
            otherwise: "nothing was written",
            interaction
          ),
          command.options,
          session.access,
          interaction
        )
        switch try await operation.plan(&locks) {
        case .ended(let ended):
          let ended = try finish(ended, &documents)
          if ended != .clean { status = ended }
        case .planned(let seed):
          planned.append(
            PlannedSession(target: session.target, operation: operation, seed: seed)
          )
        }
      }
      for session in planned {
        current = session.target
        try session.operation.ask()
      }
      for session in planned {
        current = session.target
        if try await apply(session, &documents) != .clean { status = .found }
        written.append(session.target.profile.name)
        interruption.note("\(written.joined(separator: ", ")): written and verified")
      }
    } catch {
      let failure = CommandFailure(error).ended(by: interruption)
      throw addingOtherEnvironments(to: failure, in: current, of: sessions, written: written)
    }
    if context.isJSON {
      context.console.printJSON(
        sessions.count > 1 ? .map([("environments", .list(documents))]) : documents[0]
      )
    }
    if context.console.outputFailure != nil, !written.isEmpty {
      context.console.note("\(written.joined(separator: ", ")) was written and verified")
    }
    return status
  }

  /// Reports an environment to which nothing is written.
  private func finish(
    _ ended: SeedOperation.FinishedSeed,
    _ documents: inout [TreeLiteral]
  ) throws -> ExitStatus {
    let plan = ended.proposal.plan
    if let file = ended.file { try write(file) }
    documents += report(ended.proposal).printUnapplied(
      isDryRun: command.options.isDryRun,
      planFile: ended.file,
      refreshed: ended.refreshed
    )
    let asks = command.exitsWithChanges
    let isFound =
      plan.needsDecision && (asks || !command.options.refreshes) || asks && !plan.isEmpty
    return isFound ? .found : .clean
  }

  private func apply(
    _ session: PlannedSession,
    _ documents: inout [TreeLiteral]
  ) async throws -> ExitStatus {
    let start = ContinuousClock.now
    let proposal = session.seed.proposal
    let verified = try await session.operation.apply(session.seed)
    documents += report(proposal).printApplied(.now - start, verified: verified)
    return proposal.plan.needsDecision ? .found : .clean
  }

  private func report(_ proposal: SeedProposal) -> SeedReport {
    SeedReport(proposal, as: command.format, in: context)
  }

  /// Saves a plan to the requested file.
  private func write(_ file: PlanFile) throws {
    guard let path = command.planFile else { return }
    let place = FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(path))
    guard FileManager.default.fileExists(atPath: place.removingLastComponent().string) else {
      throw CommandFailure(.failed, "cannot write \(path): no such folder")
    }
    guard try !OutputPath(place).isInFolder(usedBy: context.project) else {
      throw CommandFailure(
        .failed,
        "\(path) is in a folder of profiles, fixtures or local state; choose another path"
      )
    }
    try file.write(to: place)
  }

  /// Returns a failure with the states of the other environments added.
  private func addingOtherEnvironments(
    to failure: CommandFailure,
    in target: ProjectEnvironment,
    of sessions: [Session],
    written: [String]
  ) -> CommandFailure {
    guard sessions.count > 1 else { return failure }
    let others = sessions.map(\.target.profile.name)
      .filter { $0 != target.profile.name && !written.contains($0) }
    let clauses = [("already written", written), ("not written", others)].compactMap {
      $1.isEmpty ? nil : "\($0): \($1.joined(separator: ", "))"
    }
    let state = "The other environments: \(clauses.joined(separator: "; "))"
    let message =
      failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
    return CommandFailure(
      failure.status,
      "\(target.profile.name): \(message). \(state)",
      findings: failure.findings
    )
  }
}
