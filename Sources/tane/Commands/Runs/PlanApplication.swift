import TaneCore
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// What every command that writes an environment does: it keeps others away, asks as the guard says, and makes a
/// plan with a journal.
struct PlanApplication {
  let profile: EnvironmentProfile
  let decision: GuardDecision
  private let command: EnvironmentLock.Command
  private let context: CommandContext
  private let interruption: Interruption
  /// Whether the profile becomes the owner of an environment that is another's.
  private let claims: Bool

  /// Prepares to write an environment.
  ///
  /// - Parameters:
  ///   - profile: The environment.
  ///   - command: What writes it.
  ///   - assumesYes: Whether `--yes` was given.
  ///   - approves: Whether the plan was approved by its digest.
  ///   - claims: Whether the profile becomes the owner of an environment that is another's.
  ///   - interruption: What Ctrl-C does, where a command writes several environments.
  ///   - context: What the command works with.
  init(
    _ profile: EnvironmentProfile,
    for command: EnvironmentLock.Command,
    assumesYes: Bool,
    approves: Bool = false,
    claims: Bool = false,
    interruption: Interruption? = nil,
    in context: CommandContext
  ) {
    self.profile = profile
    self.command = command
    self.context = context
    self.claims = claims
    self.interruption =
      interruption ?? Interruption("nothing was written", console: context.console)
    decision =
      approves
      ? .proceed
      : GuardDecision(
        for: profile,
        isInteractive: context.console.isInteractive,
        assumesYes: assumesYes
      )
  }

  /// Throws a `CommandFailure` where the guard lets nobody write.
  func checkGuard() throws {
    guard case .refuse(let reason) = decision else { return }
    throw CommandFailure(.refused, "\(reason). Nothing was read or written.")
  }

  /// Throws a `CommandFailure` where the environment belongs to another profile; nothing else is read before.
  func checkMarker() async throws {
    guard let marker = EnvironmentMarker(of: profile) else { return }
    let readers = try context.environments.readers(of: profile)
    guard let refusal = try await marker.refusal(in: readers) else { return }
    guard claims else { throw CommandFailure(.refused, refusal.message) }
    context.console.note("note: \(refusal.finding); --claim makes it \(profile.name)'s")
  }

  /// Makes the profile the owner of the environment; throws a `CommandFailure` where another one is.
  func takeMarker(in stores: EnvironmentStores) async throws {
    guard let marker = EnvironmentMarker(of: profile),
      let refusal = try await marker.take(in: stores, claiming: claims)
    else { return }
    throw CommandFailure(.refused, refusal.message)
  }

  /// Keeps other commands from what this one reads and writes.
  func lock() async throws -> EnvironmentLock {
    let run = EnvironmentLock.file(of: profile.name, in: try context.project)
    let store =
      profile.hasEmbeddedService ? [try context.environments.embeddedFile(of: profile)] : []
    do {
      return try await EnvironmentLock.take(
        store + [run],
        of: profile.name,
        for: command,
        patience: context.patience,
        report: context.noteWaiting
      )
    } catch let use as EnvironmentInUse {
      throw CommandFailure(
        .failed,
        use.isServed
          ? "\(use): end it first, or seed through it with the profile of an emulator; nothing was written"
          : "\(use): wait until it has ended, then run the command again; nothing was written"
      )
    }
  }

  /// Asks whether to go on; throws a `CommandFailure` where the answer is no.
  func ask(_ question: String? = nil) throws {
    let name = profile.name
    switch decision {
    case .proceed: return
    case .refuse(let reason): throw CommandFailure(.refused, reason)
    case .askYesOrNo:
      if context.console.confirms(question ?? "Write this to \(name)?") { return }
    case .askName:
      if context.console.ask("Type the environment's name to write this to it:") == name { return }
    }
    throw CommandFailure(.refused, "declined; nothing was written to \(name)")
  }

  /// Keeps runs on other machines away; nil where no service of the environment can do that.
  private func takeLease() async throws -> EnvironmentLease? {
    do {
      return try await EnvironmentLease.take(
        of: profile,
        in: try context.environments.promptStores(of: profile),
        for: command,
        of: try context.project
      )
    } catch let leased as EnvironmentLeased {
      throw CommandFailure(
        .failed,
        "\(profile.name) is in use by \(leased.terms): wait until it has ended, then run the command again; if"
          + " it was killed, run tane unlock \(leased.terms.run) -e \(profile.name); nothing was written"
      )
    }
  }

  /// Makes a plan, with a journal of it, and returns what the services said; `known` takes notice of it.
  func apply(
    _ plan: Plan,
    with materials: PlanMaterials,
    for action: RunRecord.Action,
    of subject: Int64? = nil,
    sets: [String],
    keptIn state: StateDatabase,
    noting known: ReadCache? = nil
  ) async throws -> RunReceipt {
    let stores = try context.environments.stores(of: profile)
    let lease = try await takeLease()
    let console = context.console
    interruption.note(
      "how much of it was written to \(profile.name) is not known: run tane diff to see"
    )
    do {
      let receipt = try await interruption.cancelling {
        try await EnvironmentLease.holding(lease) {
          try await takeMarker(in: stores)
          let journal = try RunJournal(
            plan,
            for: action,
            of: subject,
            in: profile,
            sets: sets,
            summary: PlanSentence.text(of: plan),
            keptIn: state
          )
          let run = PlanRun(
            plan,
            on: stores,
            AdapterContext(profile, known: known),
            with: materials,
            journal: journal,
            lease: lease,
            batchesAtOnce: profile.limits.connections ?? PlanRun.usualBatchesAtOnce
          )
          defer { console.endProgress() }
          return try await run.apply { console.progress($0) }
        }
      }
      interruption.note("\(profile.name) was written, and not read back")
      return receipt
    } catch let failure as SeedFailure {
      throw CommandFailure(failure, environment: profile.name).ended(by: interruption)
    }
  }
}

extension Console {
  /// Whether a person says yes; anything else is no.
  func confirms(_ question: String) -> Bool {
    let answer = ask("\(language.text(question)) [y/N]", isData: true) ?? ""
    return ["y", "yes"].contains(answer.lowercased())
  }
}

extension CommandFailure {
  /// The failure that a run stopped with, and what it had written.
  init(_ failure: SeedFailure, environment: String) {
    let cause = Self.cause(of: failure)
    guard failure.wroteAnything else {
      self.init(cause.status, "\(cause.message); nothing was written to \(environment)")
      return
    }
    let isInterrupted =
      failure.cause is CancellationError || (failure.cause as? StoreError)?.code == .cancelled
    let written =
      failure.written.isEmpty ? "" : "written: \(failure.written.joined(separator: ", ")); "
    self.init(
      isInterrupted ? .interrupted : .partlyApplied,
      "\(cause.message); \(written)not finished: \(failure.remaining.joined(separator: ", "));"
        + " run tane resume -e \(environment) to complete it, or tane discard -e \(environment) to take it back"
    )
  }

  private static func cause(of failure: SeedFailure) -> CommandFailure {
    guard let error = failure.cause as? StoreError, error.code == .conflict, !error.paths.isEmpty,
      let service = failure.service
    else { return CommandFailure(failure.cause) }
    let addresses = error.paths.prefix(3).map { "\(Address(service: service, path: $0))" }
    let rest = error.paths.count - addresses.count
    let more = rest > 0 ? " and \(rest.grouped) more" : ""
    return CommandFailure(
      .failed,
      "somebody else wrote to \(addresses.joined(separator: ", "))\(more) after the plan was made"
    )
  }
}
