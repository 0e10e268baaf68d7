import ArgumentParser
import TaneCore
import TaneKit

/// A command that copies manual edits from an environment into its fixtures.
struct AdoptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Copy a manual edit from an environment into its fixture.",
    discussion: """
      Changes only values that fixtures describe, in place; comments are \
      kept. Values that the environment no longer has are removed from the fixtures. The masks of \
      tane pull apply; a protected environment requires them.

        tane adopt shops:/shops/0/name -e staging
      """
  )

  @Argument(help: "The nodes, documents or accounts, such as shops:/shops/0/name.")
  var addresses: [Address]

  @OptionGroup var environment: EnvironmentOptions

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(
    help:
      "Adopt without masks, even if the environment is protected and contains data of real people."
  )
  var dangerouslyUnmasked = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      var options = PullOptions()
      options.addresses = addresses
      options.isDryRun = dryRun
      options.isUnmasked = dangerouslyUnmasked
      return try await PullSession(options.adopting(), of: environment, context: context)
        .run().status
    }
  }
}
