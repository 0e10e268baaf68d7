import ArgumentParser
import TaneCore
import TaneKit

/// A command that shows the changes of a seed, and saves them as a plan.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what seed would change; -o saves it as a plan.",
    discussion: """
      The file is JSON without secrets: the changes with old and new values, the digests of the \
      source files, and a digest of the whole plan, which is used to approve it.

      With --refresh-only, only Tane's own state is written: values that are the same in the \
      environment and the fixtures are recorded as if a seed had written them. This restores \
      a lost state, or one copied from elsewhere.

        tane plan -e staging -o plan.json
      """
  )

  @Argument(help: "Only the nodes at and below these addresses, such as shops:/shops/0.")
  var addresses: [Address] = []

  @Option(name: .shortAndLong, help: "Write the plan to this file.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "text, markdown, github (a comment for a pull request), or html (a standalone page).",
      valueName: "format"
    )
  )
  var format: DiffPresentation.Format = .text

  @OptionGroup var environment: EnvironmentOptions

  @Flag(help: "Remove environment values that the fixtures do not contain.")
  var prune = false

  @Flag(help: "Exit with 1 if there are changes to write.")
  var exitCode = false

  @Flag(
    help: """
      Record values that are the same in the environment and the fixtures, then show the \
      remaining differences.
      """
  )
  var refreshOnly = false

  @Flag(
    name: .customLong("no-types"),
    help: "Do not check whether the Swift types of fixtures/mappings.yaml can read the fixtures."
  )
  var skipsTypes = false

  @OptionGroup var overwriting: OverwriteOptions

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard refreshOnly else { return }
    if output != nil {
      throw ValidationError(
        "--refresh-only writes no plan; omit -o, and save the plan in a second run"
      )
    }
    if prune {
      throw ValidationError("--refresh-only removes nothing; omit --prune")
    }
  }

  func run() async throws {
    try await CommandContext.run(project) { context in
      guard format == .text || !context.isJSON else {
        throw CommandFailure(
          .usage,
          "--format \(format.rawValue) and --json cannot be combined; use one of them"
        )
      }
      var options = overwriting.seedOptions
      options.addresses = addresses
      options.prunes = prune
      options.isDryRun = true
      options.refreshes = refreshOnly
      options.makesPlanFile = output != nil
      let request = SeedRequest(
        environment: environment,
        sets: sets,
        anchor: anchor,
        options: options,
        skipsTypes: skipsTypes,
        planFile: output,
        format: format,
        exitsWithChanges: exitCode
      )
      return try await SeedRun(command: request, context: context).run()
    }
  }
}
