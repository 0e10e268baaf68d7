import ArgumentParser
import TaneCore
import TaneKit

/// Copies manual edits from an environment to the fixtures that contain the old values.
struct AdoptCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt",
    abstract: "Copy a manual edit from an environment into its fixture.",
    discussion: """
      Only what fixtures describe changes, in the file and on the line that says it; comments stay. What the \
      environment does not have any more is taken out. The masks of tane pull hold; \
      a protected environment requires them.

        tane adopt shops:/shops/0/name -e staging
      """
  )

  @Argument(help: "The nodes, documents or accounts: shops:/shops/0/name.")
  var addresses: [Address]

  @OptionGroup var environment: EnvironmentOptions

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(
    help:
      "Adopt as it is, without masks, be the environment protected and the data those of real people."
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
