import ArgumentParser
import TaneSeeding

/// A command that finishes an interrupted run.
struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Finish an interrupted run.",
    discussion: """
      Repeats the unfinished steps of the run where the environment has not changed \
      since the run read it. Other changes are listed and kept. Repeating a step is harmless.

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

/// A command that rolls back an interrupted run.
struct DiscardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard",
    abstract: "Roll back an interrupted run.",
    discussion: """
      Restores the values that the run replaced, where the environment still has the values that \
      the run wrote. Later changes are listed and kept.

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

/// A command that reverts a run.
struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Revert the last seed or any earlier run.",
    discussion: """
      Restores the values that the run replaced, where the environment still has the values that \
      the run wrote; later changes are listed and kept. An undo is a run like any other: it is \
      guarded, shown before it starts, and can be undone by its number.

        tane undo -e staging
        tane undo 12 -e staging
      """
  )

  @Argument(help: "The number of a run from tane history (default: the last seed).")
  var number: Int64?

  @OptionGroup var options: RunOptions

  func run() async throws {
    try await CommandContext.run(options.project) { context in
      try await options.replay(.undo, run: number, in: context)
    }
  }
}
