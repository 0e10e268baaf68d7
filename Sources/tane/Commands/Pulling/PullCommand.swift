import ArgumentParser
import TaneCore

/// Takes data of an environment into fixtures.
struct PullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Take what an environment holds into fixtures.",
    discussion: """
      Reads the nodes, documents, accounts and objects at and below the addresses. What fixtures describe is \
      changed where it differs, in the file and on the line that says it; all else goes into new files of a set. \
      What the environment does not have stays in the fixtures, unless --prune is given.

        tane pull shops:/shops -e staging
        tane pull firestore:/posts images:/ -e staging --to demo
        tane pull shops:/ --from tane-demo-shops-export.json
        tane pull firestore:/ accounts:/ --from emulator-export
      """
  )

  @Argument(help: "The nodes, documents, accounts or objects: shops:/shops, firestore:/posts.")
  var addresses: [Address]

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "A file or folder in place of the environment: what Firebase's console, firebase emulators:export, firebase auth:export or gcloud have written.",
      valueName: "path"
    )
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "The fixture set that new files go to; by default the first one of the profile.",
      valueName: "name"
    )
  )
  var to: String?

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Take out of fixtures what the environment does not have.")
  var prune = false

  @Flag(
    help: "Pull from a protected environment, whose data is that of real people, as it is."
  )
  var dangerouslyUnmasked = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try await PullSession(
        request: PullRequest(
          addresses: addresses,
          environment: environment,
          file: from,
          set: to,
          addsFiles: true,
          removes: prune,
          dryRun: dryRun,
          isUnmasked: dangerouslyUnmasked
        ),
        context: context
      ).run()
    }
  }
}
