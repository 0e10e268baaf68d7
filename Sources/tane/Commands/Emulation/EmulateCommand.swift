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

/// The ports of the emulators; defaults are those in `firebase.json` or Firebase's own.
struct EmulatorPorts: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The Realtime Databases' port; 0 is any free one (default: that of firebase.json, else 9000).",
      valueName: "port"
    )
  )
  var databasePort: Int?

  @Option(help: ArgumentHelp("The buckets' port. (likewise, else 9199)", valueName: "port"))
  var storagePort: Int?

  @Option(help: ArgumentHelp("Firestore's port. (likewise, else 8080)", valueName: "port"))
  var firestorePort: Int?

  @Option(help: ArgumentHelp("The accounts' port. (likewise, else 9099)", valueName: "port"))
  var authPort: Int?

  @Option(help: ArgumentHelp("Remote Config's port.", valueName: "port"))
  var remoteConfigPort = 9599

  @Option(
    help: ArgumentHelp(
      "The port of the hub, which tells scripts where the others are. (likewise, else 4400, which may be taken)",
      valueName: "port"
    )
  )
  var hubPort: Int?

  /// The chosen ports, by the emulators' names.
  var chosen: [String: Int] { options.reduce(into: [:]) { $0[$1.0] = $1.1 } }

  private var options: [(String, Int?)] {
    [
      ("database", databasePort), ("storage", storagePort), ("firestore", firestorePort),
      ("auth", authPort), ("remoteconfig", remoteConfigPort), ("hub", hubPort),
    ]
  }

  func validate() throws {
    for case (_, let port?) in options where !EmulateOptions.validPorts.contains(port) {
      throw ValidationError("\(port) is not a valid port; expected a number from 0 to 65535.")
    }
  }
}
