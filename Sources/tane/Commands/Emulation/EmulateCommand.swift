import ArgumentParser
import TaneEmulator

struct EmulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulate",
    abstract: "Run a local emulator for Firebase services.",
    discussion: """
      Official SDKs and admin libraries connect as they do to Firebase's own emulators, by the \
      variables that are printed. An embedded environment is served as it is, so that diff shows what an \
      app has written; any other is served from stores of its own under .tane/emulator, and nothing \
      is ever sent to it. Security rules are parsed and not evaluated: everybody who reaches the ports may \
      read and write everything, except web pages: only those of this machine, unless others are allowed.

        tane emulate --seed
        tane emulate --in-memory --seed --exec "npm test"
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var ports: EmulatorPorts

  @Option(
    help: ArgumentHelp(
      "The address to bind; another than that of this machine alone is open to the network.",
      valueName: "address"
    )
  )
  var host: String?

  @Option(
    name: .customLong("allow-host"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Answer requests for this host name as well; localhost and the bound address always are.",
      valueName: "host"
    )
  )
  var allowedHosts: [String] = []

  @Option(
    name: .customLong("allow-origin"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Answer web pages of this origin as well, or of any with *; pages of localhost always are.",
      valueName: "origin"
    )
  )
  var allowedOrigins: [String] = []

  @Flag(help: "Seed the fixtures first.")
  var seed = false

  @Flag(help: "Keep nothing: begin empty, and forget everything at the end.")
  var inMemory = false

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Begin with what firebase emulators:export has written into a folder.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var importFolder: String?

  @Option(
    help: ArgumentHelp(
      "Write everything into a folder at the end, in the layout of firebase emulators:export.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var exportOnExit: String?

  @Flag(help: "Tell every request on standard error.")
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
