import ArgumentParser
import TaneCore

/// Shows what a seed would write, and writes it into a file.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what tane seed would write, and keep it in a file for tane apply.",
    discussion: """
      The file is JSON without secrets: the changes with both sides, the digests of the files that it \
      was made from, and a digest of all of it, by which it is approved.
      """
  )

  @Argument(help: "Only the nodes at and below these addresses, such as shops:/shops/0.")
  var addresses: [Address] = []

  @Option(name: .shortAndLong, help: "Write the plan into this file.")
  var output: String?

  @OptionGroup var environment: EnvironmentOptions

  @Flag(help: "Remove what is in the environment below a fixture and not in it.")
  var prune = false

  @Flag(help: "Exit with 1 where there is something to write.")
  var exitCode = false

  @OptionGroup var overwriting: OverwriteOptions

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let request = SeedRequest(
        addresses: addresses,
        environment: environment,
        sets: sets,
        anchor: anchor,
        overwriting: overwriting,
        prune: prune,
        dryRun: true,
        planFile: output,
        exitsWithChanges: exitCode
      )
      return try await SeedSession(command: request, context: context).run()
    }
  }
}
