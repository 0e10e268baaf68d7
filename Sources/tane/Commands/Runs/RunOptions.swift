import ArgumentParser
import TaneCore
import TaneKit
import TaneProject
import TaneSeeding

/// The options of commands that finish, roll back or revert runs.
struct RunOptions: ParsableArguments {
  @OptionGroup var environment: EnvironmentOptions

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Confirm automatically if the environment's guard is \"confirm\".")
  var yes = false

  @OptionGroup var project: ProjectOptions

  /// Finishes, rolls back or reverts a run, and prints the result; by default, the latest run that
  /// allows the action.
  func replay(
    _ action: RunRecord.Action,
    run number: Int64?,
    in context: CommandContext
  ) async throws -> ExitStatus {
    let target = try context.environment(of: environment)
    target.printHeader(in: context)
    let interruption = Interruption("nothing was written", console: context.console)
    let operation = ReplayOperation(
      action,
      run: number,
      in: target,
      by: try context.mappings(),
      isDryRun: dryRun,
      isConfirmed: yes,
      CommandInteraction(context, interruption)
    )
    do {
      let reports = try await operation.run { sets in
        try target.with(sets: sets)
          .fixtures(otherwise: "nothing was written", context.console)
      }
      let texts = reports.map {
        ReplayReport(outcome: $0.outcome, subject: $0.run, context: context)
      }
      if context.isJSON {
        let documents = texts.map { $0.document(of: action, in: target.profile.name) }
        context.console.printJSON(
          documents.count == 1 ? documents[0] : .map([("runs", .list(documents))])
        )
      } else if !dryRun {
        texts.forEach { $0.printEnd(action, in: target.profile.name) }
      }
      let isWhole = reports.allSatisfy {
        $0.outcome.left.isEmpty && $0.outcome.irreversible.isEmpty
      }
      return isWhole ? .clean : .found
    } catch {
      throw CommandFailure(error).ended(by: interruption)
    }
  }
}
