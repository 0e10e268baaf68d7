import TaneCore
import TaneFormats
import TaneProject
import TaneSeeding

/// One run of `tane seed` or `tane plan`: of one environment, or of several in turn.
///
/// All of them are planned, shown and asked about before the first is written; the first failure ends it.
struct SeedRun {
  let command: SeedRequest
  let context: CommandContext

  func run() async throws -> ExitStatus {
    let names = try command.environment.names(variables: context.variables)
    if names.count > 1, command.planFile != nil {
      throw CommandFailure(.usage, "-o takes the plan of one environment; run tane plan for each")
    }
    if names.count > 1, command.format == .html {
      throw CommandFailure(
        .usage,
        "--format html makes a page of one environment; run tane plan for each"
      )
    }
    let interruption = Interruption("nothing was written", console: context.console)
    let sessions = try names.map {
      try SeedSession(command, of: $0, interruption, in: context)
    }
    // Whose guard refuses, of the others nothing is read.
    if sessions.count > 1 { try sessions.forEach { try $0.checkGuard() } }
    return try await seed(sessions, interruption)
  }

  private func seed(
    _ sessions: [SeedSession],
    _ interruption: Interruption
  ) async throws -> ExitStatus {
    var (documents, written) = ([TreeLiteral](), [String]())
    var (locks, status) = ([EnvironmentLock](), ExitStatus.clean)
    defer { locks.forEach { $0.release() } }
    var current = sessions[0]
    do {
      var planned: [(session: SeedSession, seed: SeedSession.PlannedSeed)] = []
      for (index, session) in sessions.enumerated() {
        current = session
        if index > 0, !context.isJSON { context.console.print() }
        session.target.printHeader(in: context, isWanted: command.format == .text)
        try session.checkGuard()
        switch try await session.plan(&documents, &locks) {
        case .ended(.clean): continue
        case .ended(let ended): status = ended
        case .planned(let seed): planned.append((session, seed))
        }
      }
      for (session, _) in planned {
        current = session
        try session.ask()
      }
      for (session, seed) in planned {
        current = session
        if try await session.apply(seed, &documents) != .clean { status = .found }
        written.append(session.target.profile.name)
        interruption.note("\(written.joined(separator: ", ")): written and verified")
      }
    } catch {
      throw failure(error, in: current, of: sessions, written: written)
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

  /// A failure that says what became of the other environments.
  private func failure(
    _ error: any Error,
    in session: SeedSession,
    of sessions: [SeedSession],
    written: [String]
  ) -> CommandFailure {
    let failure = CommandFailure(error)
    guard sessions.count > 1 else { return failure }
    let others = sessions.map(\.target.profile.name)
      .filter { $0 != session.target.profile.name && !written.contains($0) }
    let clauses = [("written before", written), ("not written", others)].compactMap {
      $1.isEmpty ? nil : "\($0): \($1.joined(separator: ", "))"
    }
    let state = "The other environments: \(clauses.joined(separator: "; "))"
    let message =
      failure.message.hasSuffix(".") ? String(failure.message.dropLast()) : failure.message
    return CommandFailure(
      failure.status,
      "\(session.target.profile.name): \(message). \(state)",
      findings: failure.findings
    )
  }
}
