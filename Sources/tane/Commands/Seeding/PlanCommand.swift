import ArgumentParser
import TaneCore
import TaneKit

/// Shows the changes of a seed, and saves them as a plan.
struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show what seed would change; -o saves it as a plan.",
    discussion: """
      The file is JSON without secrets: the changes with both sides, the digests of the files that it \
      was made from, and a digest of all of it, by which it is approved.

      With --refresh-only nothing but Tane's own state is written: what the environment and the fixtures \
      agree on counts as written by Tane from then on, as after a seed. So a state that was lost, or \
      copied from elsewhere, is made anew.

        tane plan -e staging -o plan.json
      """
  )

  @Argument(help: "Only the nodes at and below these addresses, such as shops:/shops/0.")
  var addresses: [Address] = []

  @Option(name: .shortAndLong, help: "Write the plan into this file.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "text, markdown, github (a comment for a pull request), or html: a page of its own.",
      valueName: "format"
    )
  )
  var format: DiffPresentation.Format = .text

  @OptionGroup var environment: EnvironmentOptions

  @Flag(help: "Remove what is in the environment below a fixture and not in it.")
  var prune = false

  @Flag(help: "Exit with 1 where there is something to write.")
  var exitCode = false

  @Flag(
    help: "Record what the environment and the fixtures agree on, and then show what differs still."
  )
  var refreshOnly = false

  @Flag(
    name: .customLong("no-types"),
    help: "Do not check whether the Swift types of fixtures/mappings.yaml can read the fixtures."
  )
  var leavesOutTypes = false

  @OptionGroup var overwriting: OverwriteOptions

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard refreshOnly else { return }
    if output != nil {
      throw ValidationError("--refresh-only writes no plan; leave out -o, and plan again after it")
    }
    if prune {
      throw ValidationError("--refresh-only removes nothing; leave out --prune")
    }
  }

  func run() async throws {
    try await CommandContext.run(project) { context in
      guard format == .text || !context.isJSON else {
        throw CommandFailure(
          .usage,
          "--format \(format.rawValue) and --json contradict each other; give one of them"
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
        leavesOutTypes: leavesOutTypes,
        planFile: output,
        format: format,
        exitsWithChanges: exitCode
      )
      return try await SeedRun(command: request, context: context).run()
    }
  }
}
