import ArgumentParser

/// Makes a plan that was written into a file.
struct ApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Make a plan that tane plan -o has written.",
    discussion: """
      Nothing is written where a file that the plan was made from, or the environment, has changed \
      since: what has changed is listed. An environment whose guard is "protected" takes an approved \
      plan without a terminal.

        tane apply plan.json
        tane apply plan.json --approve DIGEST
      """
  )

  @Argument(help: "The plan's file.")
  var file: String

  @Option(help: ArgumentHelp("The digest of the plan, which approves it.", valueName: "digest"))
  var approve: String?

  @Flag(help: "Answer the question of an environment whose guard is \"confirm\" with yes.")
  var yes = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try await ApplySession(command: self, context: context).run()
    }
  }
}
