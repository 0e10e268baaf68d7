import ArgumentParser
public import TaneProject

struct EnvironmentExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Export an environment as Swift, JSON or another format.",
    discussion: """
      Writes the parts of a profile that an app needs: the environment's name, its services and \
      its values. Swift code contains all environments that are named, else all that the build \
      configuration allows (allowIn in a profile). Secrets are omitted unless --reveal is given, \
      and are never written into Swift code. --check writes nothing, and exits with 1 if the file \
      of --output is stale.

        tane env export staging --format dotenv
        tane env export --format swift --output App/TaneEnvironment.swift
        tane env export --format swift --output App/TaneEnvironment.swift --check
      """
  )

  @Argument(help: "The environments; several only for Swift (default: those of --configuration).")
  var names: [String] = []

  @Option(help: "swift, json, plist, xcconfig, dotenv or shell.")
  var format: ExportFormat

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write (default: standard output).", valueName: "file"),
    completion: .file()
  )
  var output: String?

  @Flag(help: "Write nothing; exit with 1 where the file of --output is stale.")
  var check = false

  @Flag(help: "Write secrets as well.")
  var reveal = false

  @Option(
    help: ArgumentHelp(
      "The build configuration of the output, such as release: environments whose allowIn does not "
        + "name it are omitted.",
      valueName: "name"
    )
  )
  var configuration: String?

  @Flag(
    help: "With Swift, add a member for each database and bucket to the managers of TaneFirebase."
  )
  var managers = false

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try refuseContradictions()
      return try EnvironmentExportSession(self, context).run()
    }
  }

  private func refuseContradictions() throws {
    if check, output == nil {
      throw CommandFailure(.usage, "--check needs --output, which names the file")
    }
    if reveal, format == .swift {
      throw CommandFailure(
        .usage,
        "--reveal and --format swift cannot be combined: everyone who has the app can read its "
          + "code; declare the value with runtime: true, or choose another format"
      )
    }
    if managers, format != .swift {
      throw CommandFailure(.usage, "--managers is for --format swift")
    }
  }
}

extension ExportFormat: ExpressibleByArgument {}
