import ArgumentParser
import TaneCore
import TaneEmulator
import TaneKit
import TaneProject

struct StudioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Browse and compare environments in the browser.",
    discussion: """
      Opens a page on this machine that shows the data of the project's environments with \
      pictures, and their differences from the fixtures and the last seed. A manual edit can be \
      copied into its fixture or reverted, and the demo can be reset; each of these actions \
      shows its plan first. Only the browser that opens the printed URL can use the page, and \
      the URL can be opened only once. Protected environments are read-only, and their masked \
      fields are not shown.

        tane studio
        tane studio -e staging --no-open
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "The port; 0 for any free port (default: 4000, or the next free port).",
      valueName: "port"
    )
  )
  var port: Int?

  @Flag(name: .customLong("no-open"), help: "Print the URL without opening a browser.")
  var skipsOpening = false

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    guard let port, !EmulateOptions.validPorts.contains(port) else { return }
    throw ValidationError("\(port) is not a valid port; expected a number from 0 to 65535.")
  }

  func run() async throws {
    try await CommandContext.run(project) { context in
      try await StudioSession(self, context: context).run()
    }
  }
}

/// One run of `tane studio`.
struct StudioSession {
  private let command: StudioCommand
  private let context: CommandContext
  private let target: ProjectEnvironment

  init(_ command: StudioCommand, context: CommandContext) throws {
    (self.command, self.context) = (command, context)
    target = try context.environment(of: command.environment)
  }

  /// Serves the page until a termination signal arrives.
  func run() async throws -> ExitStatus {
    let project = StudioProject(
      try context.project,
      opening: target.profile.name,
      over: try context.environments,
      timeout: context.timeout,
      variables: context.variables
    )
    let console = context.console
    let signals = EndSignals()
    let studio = try await StudioServer.start(project, port: command.port) {
      console.note("warning: \($0)")
    }
    show(studio)
    if !command.skipsOpening { try await open(studio.url) }
    await signals.next()
    console.note("stopping…")
    await studio.end()
    return .clean
  }

  private func show(_ studio: StudioServer) {
    guard !context.isJSON else {
      return context.console.printJSON([
        "environment": .string(target.profile.name), "url": .string(studio.url),
      ])
    }
    target.printHeader(in: context)
    context.console.printRaw("\(studio.url)\n\n")
    context.console.print("The URL can be opened once. Press Ctrl-C to stop.")
  }

  /// Opens the page in the browser, or prints a note if that fails.
  private func open(_ url: String) async throws {
    do {
      try Browser(context.variables).open(url)
    } catch let failure as CommandFailure {
      context.console.note("note: \(failure.message)")
    }
  }
}
