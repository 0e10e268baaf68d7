import ArgumentParser
import TaneCore
import TaneFormats
import TaneKit
import TaneProject
import TaneRendering
import TaneSeeding

/// A command that lists the runs that wrote to an environment.
struct HistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List runs, or show the changes of one run.",
    discussion: """
      The last 50 runs of each environment are kept (undo.runs in the profile), on this machine \
      only.

        tane history -e staging
        tane history 12 -e staging
      """
  )

  @Argument(help: "The number of a run, to show its changes.")
  var number: Int64?

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let target = try context.environment(of: environment)
      target.printHeader(in: context)
      let state = try StateDatabase.existing(in: try context.project)
      let history = RunHistory(try state?.runs(of: target.profile.name) ?? [])
      guard let number else {
        HistoryText(context: context).printList(history)
        return .clean
      }
      guard let state, let run = history.run(number) else {
        throw CommandFailure(.usage, "\(target.profile.name) has no run \(number)")
      }
      HistoryText(context: context).printRun(run, try state.steps(of: number))
      return .clean
    }
  }
}
