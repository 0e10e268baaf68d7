import ArgumentParser
import TaneCore
import TaneProject

/// A command that sets up Tane for an existing app.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Set up Tane for an existing app.",
    discussion: """
      Searches the folder for Firebase settings: GoogleService-Info.plist files, \
      google-services.json, firebase.json, .firebaserc, *.xcconfig, Xcode projects and Swift files. \
      Shows the files to be written, asks for confirmation, and writes a profile \
      for each project, an embedded profile called "local", first fixtures and \
      fixtures/mappings.yaml. Existing files are not changed. No service is contacted.

        tane init --dry-run
        tane init --from emulator-export
        tane init --project staging=my-app-stg --project production=my-app --service firestore
      """
  )

  @Option(
    help: ArgumentHelp(
      "An export whose data becomes the first fixtures, in any format that tane pull --from reads.",
      valueName: "path"
    )
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "A Firebase project and the name of its environment; may be repeated.",
      valueName: "name=id"
    )
  )
  var project: [String] = []

  @Option(
    help: ArgumentHelp(
      "A service that the app uses, instead of those found in the folder; may be repeated.",
      valueName: "kind"
    )
  )
  var service: [ServiceKindArgument] = []

  @Option(
    help: ArgumentHelp(
      "A folder of the app's models, instead of those that are found; may be repeated.",
      valueName: "dir"
    )
  )
  var sources: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also write a GitHub Actions workflow that uses Tane's action from a repository, for example"
        + " OWNER/tane@main.",
      valueName: "repository"
    )
  )
  var workflow: String?

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Write without confirmation.")
  var yes = false

  @OptionGroup var options: ProjectOptions

  func validate() throws {
    for text in project where projectNamed(text) == nil {
      throw ValidationError(
        "--project \(text): expected an environment name and a project ID, for example"
          + " staging=my-app-stg"
      )
    }
    if let workflow, workflow.wholeMatch(of: /[\w.\-]+\/[\w.\-]+@[\w.\/\-]+/) == nil {
      throw ValidationError(
        "--workflow \(workflow.escapingControls): expected a repository and a branch, tag or commit, for example OWNER/tane@main"
      )
    }
    for (name, id) in projects.sorted(by: { $0.key < $1.key }) {
      if let problem = Self.problem(inEnvironment: name, of: id) { throw ValidationError(problem) }
    }
  }

  /// Returns the reason a project cannot be used for an environment, or nil if it can.
  static func problem(inEnvironment name: String, of project: String) -> String? {
    if let problem = SetupEnvironments.problem(inName: name) {
      return "\"\(name.escapingControls)\" is not a valid environment name: \(problem)"
    }
    guard !isProjectIdentifier(project) else { return nil }
    return "\"\(project.escapingControls)\" is not a valid project ID;"
      + " expected 6 to 30 lowercase letters, digits and hyphens, for example my-app-stg"
  }

  /// Returns true if Google Cloud allows the identifier for a project.
  ///
  /// It must begin with a letter and must not end with a hyphen. In an organization, it may begin
  /// with the organization's domain and a colon.
  private static func isProjectIdentifier(_ text: String) -> Bool {
    text.wholeMatch(of: /([a-z0-9.\-]+:)?[a-z][a-z0-9\-]{4,28}[a-z0-9]/) != nil
  }

  /// The project identifiers, keyed by environment.
  var projects: [String: String] {
    Dictionary(project.compactMap(projectNamed), uniquingKeysWith: { $1 })
  }

  private func projectNamed(_ text: String) -> (String, String)? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts.contains("") else { return nil }
    return (parts[0], parts[1])
  }

  func run() async throws {
    try await CommandContext.run(options) { context in
      try await InitSession(self, context: context).run()
    }
  }
}

/// A kind of service by its command-line name: `database`, `storage` or `firestore`.
struct ServiceKindArgument: ExpressibleByArgument {
  let kind: ServiceKind

  init?(argument: String) {
    guard let kind = ServiceKind.all.first(where: { $0.defaultServiceName == argument }) else {
      return nil
    }
    self.kind = kind
  }

  static var allValueStrings: [String] { ServiceKind.all.map(\.defaultServiceName) }
}
