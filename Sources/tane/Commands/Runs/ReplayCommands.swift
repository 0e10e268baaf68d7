import ArgumentParser
import TaneSeeding

/// Finishes an interrupted run.
struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Finish an interrupted run.",
    discussion: """
      Makes the steps of the run that were not made, where the environment still holds what the run \
      found. What somebody changed since is listed and left. To repeat a step is harmless.

        tane resume -e staging
      """
  )

  @OptionGroup var options: RunOptions

  func run() async throws {
    try await CommandContext.run(options.project) { context in
      try await options.replay(.resume, run: nil, in: context)
    }
  }
}

/// Rolls back an interrupted run.
struct DiscardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Roll back an interrupted run.",
    discussion: """
      Puts back what the run replaced, where the environment still holds what the run wrote. What \
      somebody changed since is listed and left.

        tane discard -e staging
      """
  )

  @OptionGroup var options: RunOptions

  func run() async throws {
    try await CommandContext.run(options.project) { context in
      try await options.replay(.discard, run: nil, in: context)
    }
  }
}

/// Reverts a run.
struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Revert the last seed or any earlier run.",
    discussion: """
      Puts back what the run replaced, where the environment still holds what the run wrote; what \
      somebody changed since is listed and left. An undo is a run like any: it is guarded, shown \
      before it is made, and can be undone by its number.

        tane undo -e staging
        tane undo 12 -e staging
      """
  )

  @Argument(help: "The number of a run of tane history; without it the last seed.")
  var number: Int64?

  @OptionGroup var options: RunOptions

  func run() async throws {
    try await CommandContext.run(options.project) { context in
      try await options.replay(.undo, run: number, in: context)
    }
  }
}
