import ArgumentParser
import TaneKit

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Check or reset an environment before a demo.",
    discussion: """
      One command before people enter the room.

        tane demo check -e staging
        tane demo reset -e staging
      """,
    subcommands: [DemoCheckCommand.self, DemoResetCommand.self]
  )
}

/// Checks whether an environment is ready for a demo.
struct DemoCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether an environment is ready for a demo.",
    discussion: """
      Asks whether the environment is as the fixtures say, whether the app's Swift types can read it, whether its \
      objects are there, whether links of the fixtures lead anywhere, whether dates that lay ahead at the last seed \
      still do, and whether the accounts can sign in with the passwords of the fixtures. Tane writes nothing; a \
      service writes down the time of each sign-in, and may run functions of it. Where the guard is "protected", and \
      with --no-accounts, nobody is signed in. Every finding says what to do. Exits 1 when something stands in the way.

        tane demo check
        tane demo check -e staging --until "today 18:00"
        tane demo check -e staging --no-links --json
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "Dates must still be ahead at this time, such as +2h or \"friday 18:00\" (default: now).",
      valueName: "time"
    )
  )
  var until: String?

  @Flag(name: .customLong("no-links"), help: "Do not ask whether links lead anywhere.")
  var leavesOutLinks = false

  @Flag(name: .customLong("no-types"), help: "Do not check what Swift types can read.")
  var leavesOutTypes = false

  @Flag(name: .customLong("no-accounts"), help: "Do not sign in with the accounts of the fixtures.")
  var leavesOutAccounts = false

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

/// Resets an environment to the fixtures, with dates relative to now.
struct DemoResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset an environment to its fixtures, dated as of now.",
    discussion: """
      As tane seed --on-conflict take --at now: what somebody changed in the environment is written over. It is \
      shown, asked about as the profile's guard says, written down and verified like any seed, and tane undo takes \
      it back. What only the environment has stays, unless --prune is given.

        tane demo reset
        tane demo reset -e staging --yes
        tane demo reset -e staging --prune --dry-run
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Remove what is in the environment below a fixture and not in it.")
  var prune = false

  @Flag(help: "Answer the question of an environment whose guard is \"confirm\" with yes.")
  var yes = false

  @Flag(
    name: .customLong("no-types"),
    help: "Do not check whether the Swift types of fixtures/mappings.yaml can read the fixtures."
  )
  var leavesOutTypes = false

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
      leavesOutTypes: leavesOutTypes
    )
    try await CommandContext.run(project) { context in
      try await SeedRun(command: request, context: context).run()
    }
  }
}
