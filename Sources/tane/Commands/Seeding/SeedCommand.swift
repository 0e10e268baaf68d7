import ArgumentParser
import TaneCore
import TaneKit

struct SeedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seed",
    abstract: "Apply fixtures to an environment.",
    discussion: """
      Checks the fixtures and whether the app's Swift types can read them, reads the described \
      data from the environment, shows the difference, asks for confirmation according to the \
      profile's guard, writes the difference, and reads it back. Values that exist only in the \
      environment are kept unless --prune is given. Values changed there since the last seed are \
      kept as well. Several environments (-e staging -e demo) are planned first, and then written \
      in turn.

        tane seed
        tane seed shops:/shops -e staging --dry-run
        tane seed -e staging --yes
      """
  )

  @Argument(help: "Only the nodes at and below these addresses, such as shops:/shops/0.")
  var addresses: [Address] = []

  @OptionGroup var environment: EnvironmentOptions

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Remove environment values that the fixtures do not contain.")
  var prune = false

  @Flag(help: "Confirm automatically if the environment's guard is \"confirm\".")
  var yes = false

  @Flag(
    help: """
      Claim the environment for this profile if the environment's marker names a different \
      profile.
      """
  )
  var claim = false

  @Flag(
    name: .customLong("no-types"),
    help: "Do not check whether the Swift types of fixtures/mappings.yaml can read the fixtures."
  )
  var skipsTypes = false

  @OptionGroup var overwriting: OverwriteOptions

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  /// The request for a seed with these arguments.
  var request: SeedRequest {
    var options = overwriting.seedOptions
    options.addresses = addresses
    options.prunes = prune
    options.isDryRun = dryRun
    options.isConfirmed = yes
    options.claims = claim
    return SeedRequest(
      environment: environment,
      sets: sets,
      anchor: anchor,
      options: options,
      skipsTypes: skipsTypes
    )
  }

  func run() async throws {
    try await CommandContext.run(project) { context in
      try await SeedRun(command: request, context: context).run()
    }
  }
}
