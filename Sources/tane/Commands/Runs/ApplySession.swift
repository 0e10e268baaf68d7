import SystemPackage
import TaneCore
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding

/// One run of `tane apply`.
struct ApplySession {
  let command: ApplyCommand
  let context: CommandContext

  func run() async throws -> ExitStatus {
    let file = try PlanFile(reading: bytes(), named: command.file)
    let project = try context.project
    let target = try CommandTarget(named: file.environment, sets: file.sets, in: context)
    target.printHeader(in: context)
    if let approved = command.approve, approved != file.digest {
      throw CommandFailure(
        .refused,
        "the plan's digest is \(file.digest), not \(approved). Nothing was read or written."
      )
    }
    let application = PlanApplication(
      target.profile,
      for: .apply,
      assumesYes: command.yes,
      approves: command.approve != nil,
      in: context
    )
    try application.checkGuard()
    try refuse(file.changes(in: project), "the files that the plan was made from")
    let fixtures = try target.fixtures(in: context, addresses: [], otherwise: "nothing was written")
    let lock = try await application.lock()
    defer { lock.release() }
    try await application.checkMarker()
    let sharing = try await StateSharing(of: target.profile, in: context)
    let state = try sharing.state ?? StateDatabase(of: project)
    let replay = try Replay(
      file.steps,
      .forward,
      keptIn: state,
      AdapterContext(target.profile, mappings: try context.mappings())
    )
    let readers = try context.environments.readers(of: target.profile)
    let outcome = try await replay.plan(on: readers)
    try refuse(outcome.left.map { "\($0) was changed" }, target.profile.name)
    guard !outcome.plan.isEmpty else {
      finish(file, isApplied: false, "Nothing to do: the environment is as the plan makes it.")
      return .clean
    }
    if !context.isJSON {
      context.console.print("Plan: \(PlanSentence.text(of: outcome.plan))")
    }
    try target.checkLimits(of: outcome.plan, on: readers, AdapterContext(target.profile))
    try application.ask()
    if let anchor = file.anchor { try state.keep(anchor, of: target.profile.name) }
    let receipt = try await sharing.sharing {
      try await application.apply(
        outcome.plan,
        with: replay.materials(else: PlanMaterials(fixtures, in: project)),
        for: .seed,
        sets: file.sets,
        keptIn: state
      )
    }
    let remaining = try await ReadBack.settled(in: target.profile) {
      try await replay.plan(on: readers).plan
    } until: {
      $0.isEmpty
    }
    guard remaining.isEmpty else {
      throw CommandFailure(
        .found,
        "\(target.profile.name) was written, but reads back otherwise: "
          + receipt.explanation(of: remaining.steps.map(\.before))
      )
    }
    finish(
      file,
      isApplied: true,
      "\(context.console.style.green("Applied")) the plan to \(target.profile.name) and verified it."
    )
    return .clean
  }

  private func finish(_ file: PlanFile, isApplied: Bool, _ sentence: String) {
    guard context.isJSON else { return context.console.print(sentence) }
    context.console.printJSON(
      .map([
        ("environment", .string(file.environment)), ("applied", .bool(isApplied)),
        ("digest", .string(file.digest)), ("summary", .string(file.summary)),
      ])
    )
  }

  private func bytes() throws -> [UInt8] {
    do {
      if let bytes = try DiskFiles().bytes(of: FilePath(command.file)) { return bytes }
    } catch {
      throw CommandFailure(.failed, "cannot read \(command.file): \(error)")
    }
    throw CommandFailure(.failed, "cannot read \(command.file): no such file")
  }

  /// Refuses a plan whose basis is not what it was.
  private func refuse(_ changes: [String], _ what: String) throws {
    guard !changes.isEmpty else { return }
    let shown = changes.prefix(20).map { "\n  \($0)" }.joined()
    let more = changes.count > 20 ? "\n  and \((changes.count - 20).grouped) more" : ""
    throw CommandFailure(
      .refused,
      "\(what) changed after the plan was made; nothing was written. Plan again:\(shown)\(more)"
    )
  }
}
