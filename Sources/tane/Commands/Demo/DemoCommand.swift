import ArgumentParser
import TaneKit

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Check or reset an environment before a demo.",
    discussion: """
      Run these commands before a presentation.

        tane demo check -e staging
        tane demo reset -e staging
      """,
    subcommands: [DemoCheckCommand.self, DemoResetCommand.self]
  )
}

/// A command that checks whether an environment is ready for a demo.
struct DemoCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether an environment is ready for a demo.",
    discussion: """
      Checks that the environment matches the fixtures, the app's Swift types can read it, its \
      objects exist, links in the fixtures work, dates that were in the future at the last seed \
      still are, accounts can sign in with the passwords in the fixtures, and the security rules \
      allow and deny the requests in fixtures/rules.yaml as they should. Tane writes nothing, \
      but a service records the time of each sign-in and may run functions for it. With the guard \
      "protected" or --no-accounts, Tane does not sign in. Each finding suggests a fix. \
      Exits with 1 if there are findings.

        tane demo check
        tane demo check -e staging --until "today 18:00"
        tane demo check -e staging --no-links --json
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "The time at which dates must still be in the future, such as +2h or \"friday 18:00\" "
        + "(default: now).",
      valueName: "time"
    )
  )
  var until: String?

  @Flag(name: .customLong("no-links"), help: "Do not check links.")
  var skipsLinks = false

  @Flag(name: .customLong("no-types"), help: "Do not check Swift types.")
  var skipsTypes = false

  @Flag(name: .customLong("no-rules"), help: "Do not check security rules.")
  var skipsRules = false

  @Flag(name: .customLong("no-accounts"), help: "Do not sign in with the accounts of the fixtures.")
  var skipsAccounts = false

  @OptionGroup var presentation: ValidatePresentation

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try presentation.check(isJSON: context.isJSON)
      return try await DemoCheck(self, in: context).run()
    }
  }
}

/// A command that resets an environment to the fixtures, with dates relative to now.
struct DemoResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset an environment to its fixtures, with relative dates counted from now.",
    discussion: """
      Works like tane seed --on-conflict take --at now: manual changes in the environment are \
      overwritten. As with any seed, the changes are shown, confirmed according to the profile's \
      guard, recorded and verified, and tane undo reverts them. Values that exist only in the \
      environment are kept unless --prune is given.

        tane demo reset
        tane demo reset -e staging --yes
        tane demo reset -e staging --prune --dry-run
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Remove environment values that the fixtures do not contain.")
  var prune = false

  @Flag(help: "Confirm automatically if the environment's guard is \"confirm\".")
  var yes = false

  @Flag(
    name: .customLong("no-types"),
    help: "Do not check whether the Swift types of fixtures/mappings.yaml can read the fixtures."
  )
  var skipsTypes = false

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    var options = SeedOptions()
    options.onConflict = .take
    options.prunes = prune
    options.isDryRun = dryRun
    options.isConfirmed = yes
    let request = SeedRequest(
      environment: environment,
      sets: sets,
      anchor: try .parse(["--at", "now"]),
      options: options,
      skipsTypes: skipsTypes
    )
    try await CommandContext.run(project) { context in
      try await SeedRun(command: request, context: context).run()
    }
  }
}
