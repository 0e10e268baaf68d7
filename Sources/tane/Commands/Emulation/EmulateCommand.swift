import ArgumentParser
import TaneEmulator

struct EmulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulate",
    abstract: "Run a local emulator for Firebase services.",
    discussion: """
      Official SDKs and admin libraries connect as they do to Firebase's own emulators, by the \
      variables that are printed. An embedded environment is served directly, so diff shows what \
      an app has written; any other is served from separate stores under .tane/emulator, and \
      nothing is ever sent to it. Security rules are parsed but not evaluated: everyone who \
      reaches the ports can read and write everything. Web pages are an exception: only those of \
      this machine are served, unless others are allowed.

        tane emulate --seed
        tane emulate --in-memory --seed --exec "npm test"
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var ports: EmulatorPorts

  @Option(
    help: ArgumentHelp(
      "The address to bind; any but a loopback address is open to the network.",
      valueName: "address"
    )
  )
  var host: String?

  @Option(
    name: .customLong("allow-host"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Accept requests for this host name as well; localhost and the bound address are always "
        + "accepted.",
      valueName: "host"
    )
  )
  var allowedHosts: [String] = []

  @Option(
    name: .customLong("allow-origin"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Accept web pages of this origin as well, or of any with *; pages of localhost are always "
        + "accepted.",
      valueName: "origin"
    )
  )
  var allowedOrigins: [String] = []

  @Flag(help: "Seed the fixtures first.")
  var seed = false

  @Flag(help: "Keep nothing: begin empty, and discard everything at the end.")
  var inMemory = false

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Begin with an export of firebase emulators:export in a folder.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var importFolder: String?

  @Option(
    help: ArgumentHelp(
      "Export everything into a folder at the end, in the layout of firebase emulators:export.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var exportOnExit: String?

  @Flag(help: "Log every request on standard error.")
  var log = false

  @Option(
    name: .customLong("exec"),
    help: ArgumentHelp(
      "Run a shell command with the variables set, and end with its exit code.",
      valueName: "command"
    )
  )
  var command: String?

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    for host in allowedHosts where host.isEmpty || host.contains("/") {
      throw ValidationError("\"\(host)\" is not a host name; expected one such as dev.example.")
    }
    for origin in allowedOrigins where !ClientAccess.isOrigin(origin) {
      throw ValidationError(
        "\"\(origin)\" is not an origin; expected SCHEME://HOST[:PORT], for example"
          + " https://app.example, or *."
      )
    }
  }

  func run() async throws {
    var code: Int32 = 0
    try await CommandContext.run(project) { context in
      code = try await EmulateSession(self, context: context).run()
      return .clean
    }
    if code != 0 { throw ExitCode(code) }
  }
}
