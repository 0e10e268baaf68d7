import ArgumentParser
import TaneEmulator

struct EmulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "emulate",
    abstract: "Run a local emulator for Firebase services.",
    discussion: """
      Official client SDKs and Admin SDKs connect as they do to Firebase's own emulators, through \
      the printed environment variables. An embedded environment is served directly, so tane diff \
      shows what an app has written; any other is emulated in separate stores under .tane/emulator \
      and never receives a request. Security rules are parsed but not evaluated, unless an option \
      asks for it: anyone who can reach the ports can read and write everything. Requests from web \
      pages are accepted only for pages of localhost, unless other origins are allowed.

        tane emulate --seed
        tane emulate --in-memory --seed --exec "npm test"
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var ports: EmulatorPorts

  @Option(
    help: ArgumentHelp(
      "The address to bind; other machines can connect unless it is a loopback address.",
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
      "Also accept requests from web pages with this origin (* for any origin); pages from "
        + "localhost are always accepted.",
      valueName: "origin"
    )
  )
  var allowedOrigins: [String] = []

  @Flag(help: "Seed the fixtures first.")
  var seed = false

  @Flag(help: "Start empty, and discard all data on exit.")
  var inMemory = false

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      "Start with the data of a folder written by firebase emulators:export.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var importFolder: String?

  @Option(
    help: ArgumentHelp(
      "On exit, export everything into a folder, in the layout of firebase emulators:export.",
      valueName: "folder"
    ),
    completion: .directory
  )
  var exportOnExit: String?

  @Option(
    help: ArgumentHelp(
      "The emulator for Firestore: tane, or google, which evaluates security rules and needs Java.",
      valueName: "engine"
    )
  )
  var firestoreEngine = FirestoreEngine.tane

  @Option(
    help: ArgumentHelp(
      "Evaluate the security rules in firebase.json for Realtime Databases (on), or not (off).",
      valueName: "mode"
    )
  )
  var rules = RulesEvaluationMode.off

  @Flag(help: "Log every request to standard error.")
  var log = false

  @Option(
    name: .customLong("exec"),
    help: ArgumentHelp(
      "Run a shell command with the variables set, and exit with its exit code.",
      valueName: "command"
    )
  )
  var command: String?

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    for host in allowedHosts where host.isEmpty || host.contains("/") {
      throw ValidationError(
        "\"\(host)\" is not a valid host name; expected a name such as dev.example."
      )
    }
    for origin in allowedOrigins where !ClientAccessPolicy.isOrigin(origin) {
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

extension FirestoreEngine: ExpressibleByArgument {}

extension RulesEvaluationMode: ExpressibleByArgument {}

/// The ports of the emulators; the defaults are the ports in `firebase.json`, or else the default
/// ports of Firebase's emulators.
struct EmulatorPorts: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The port of the Realtime Database emulator; 0 for any free port (default: the one in "
        + "firebase.json, or 9000).",
      valueName: "port"
    )
  )
  var databasePort: Int?

  @Option(
    help: ArgumentHelp(
      "The port of the Storage emulator (default: the one in firebase.json, or 9199).",
      valueName: "port"
    )
  )
  var storagePort: Int?

  @Option(
    help: ArgumentHelp(
      "The port of the Firestore emulator (default: the one in firebase.json, or 8080).",
      valueName: "port"
    )
  )
  var firestorePort: Int?

  @Option(
    help: ArgumentHelp(
      "The port of the Authentication emulator (default: the one in firebase.json, or 9099).",
      valueName: "port"
    )
  )
  var authPort: Int?

  @Option(help: ArgumentHelp("The port of the Remote Config emulator.", valueName: "port"))
  var remoteConfigPort = 9599

  @Option(
    help: ArgumentHelp(
      "The port of the emulator hub, where scripts find the other emulators (default: the one in "
        + "firebase.json, or 4400 if it is free).",
      valueName: "port"
    )
  )
  var hubPort: Int?

  /// The chosen ports, keyed by emulator name.
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
