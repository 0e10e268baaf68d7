import ArgumentParser

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Validate or seed whenever project files change.",
    discussion: """
      Validates immediately, and again whenever a file changes in environments/, in fixtures/ or \
      in the Swift sources of the mappings. With --seed the environment is seeded instead; its \
      guard must be "open", because there is no confirmation. A file that is broken during an edit \
      is reported like any other finding. Press Ctrl-C to stop.

        tane watch
        tane watch --seed
        tane watch -e emulator --seed
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @Flag(help: "Seed the environment instead; changes by others are kept.")
  var seed = false

  @Flag(name: .customLong("no-types"), help: "Do not check Swift types.")
  var skipsTypes = false

  @OptionGroup var sets: FixtureSetOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { try await WatchSession(self, in: $0).run() }
  }
}
