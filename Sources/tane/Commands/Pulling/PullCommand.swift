import ArgumentParser
import TaneCore

/// Takes data of an environment into fixtures.
struct PullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Download data from an environment into fixtures.",
    discussion: """
      Reads the nodes, documents, accounts and objects at and below the addresses. What fixtures describe is \
      changed where it differs, in the file and on the line that says it; all else goes into new files of a set. \
      What the environment does not have stays in the fixtures, unless --prune is given.

        tane pull shops:/shops -e staging
        tane pull firestore:/posts images:/ -e staging --to demo
        tane pull shops:/ --from tane-demo-shops-export.json
        tane pull users:/users --suggest-masks -e staging
        tane pull firestore:/ accounts:/ --from emulator-export

      What masks of the profile or of a set name is replaced by pseudonyms, whose key is that of \
      TANE_MASK_KEY. Nothing is written where an original would remain anywhere.
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
    ),
    completion: .custom { _, _, _ in Candidates.sets() }
  )
  var to: String?

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Take out of fixtures what the environment does not have.")
  var prune = false

  @Flag(
    help:
      "Pull as it is, without masks, be the environment protected and the data those of real people."
  )
  var dangerouslyUnmasked = false

  @Flag(help: "Propose masks for what looks like personal data, and write nothing.")
  var suggestMasks = false

  @Option(
    help: ArgumentHelp(
      "Pull what the data refer to as well: documents, objects, accounts and addresses, up to so many (100 without =N).",
      valueName: "n"
    )
  )
  var follow: Int?

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if let follow, follow < 1 { throw ValidationError("--follow=\(follow): expected 1 or more") }
  }

  /// The arguments with the number of resources that `--follow` alone stands for.
  static func completing(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName else { return arguments }
    return arguments.map { $0 == "--follow" ? "--follow=100" : $0 }
  }

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
          isUnmasked: dangerouslyUnmasked,
          follow: follow,
          suggestsMasks: suggestMasks
        ),
        context: context
      ).run()
    }
  }
}
