import ArgumentParser
import TaneCore
import TaneEmulator
import TaneKit
import TaneProject

/// A command that downloads data from an environment into fixtures.
struct PullCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pull",
    abstract: "Download data from an environment into fixtures.",
    discussion: """
      Reads the nodes, documents, accounts and objects at and below the addresses. Values that \
      fixtures describe are changed in place; all others go into new \
      files of a set. Values that the environment does not have are kept in the fixtures unless \
      --prune is given.

        tane pull shops:/shops -e staging
        tane pull firestore:/posts images:/ -e staging --to demo
        tane pull shops:/ --from tane-demo-shops-export.json
        tane pull users:/users --suggest-masks -e staging
        tane pull firestore:/ accounts:/ --from emulator-export
        tane pull firestore:/ --bulk gs://my-bucket/exports/1 -e staging

      Values that match masks of the profile or of a set are replaced by pseudonyms, with the key \
      in TANE_MASK_KEY. Nothing is written if an original value would remain anywhere.
      """
  )

  @Argument(
    help: """
      The nodes, documents, accounts or objects, such as shops:/shops or \
      firestore:/posts.
      """
  )
  var addresses: [Address]

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    help: ArgumentHelp(
      "A file or folder to read instead of the environment: an export from the Firebase console, "
        + "firebase emulators:export, firebase auth:export or gcloud.",
      valueName: "path"
    )
  )
  var from: String?

  @Option(
    help: ArgumentHelp(
      "Export Firestore to this folder in a bucket, and read the export: faster for large "
        + "databases, but billed as one read per exported document.",
      valueName: "gs://bucket/folder"
    )
  )
  var bulk: String?

  @Option(
    help: ArgumentHelp(
      "The fixture set for new files (default: the profile's first set).",
      valueName: "name"
    ),
    completion: .custom { _, _, _ in CompletionCandidates.sets() }
  )
  var to: String?

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Remove fixture values that the environment does not have.")
  var prune = false

  @Flag(
    help:
      "Pull without masks, even if the environment is protected and contains data of real people."
  )
  var dangerouslyUnmasked = false

  @Flag(help: "Propose masks for values that look like personal data, and write nothing.")
  var suggestMasks = false

  @Option(
    help: ArgumentHelp(
      "Also pull documents, objects, accounts and addresses that the data refers to, up to this "
        + "number (100 without =N).",
      valueName: "n"
    )
  )
  var follow: Int?

  @OptionGroup var project: ProjectOptions

  func validate() throws {
    if bulk != nil, from != nil {
      throw ValidationError("--bulk and --from cannot be combined; use one of them")
    }
    if let follow, follow < 1 { throw ValidationError("--follow=\(follow): expected 1 or more") }
  }

  /// Adds the default number to a `--follow` without a number.
  static func completing(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName else { return arguments }
    return arguments.map { $0 == "--follow" ? "--follow=100" : $0 }
  }

  func run() async throws {
    try await CommandContext.run(project) { try await run(in: $0) }
  }

  /// Runs the pull, and returns the exit code.
  func run(in context: CommandContext) async throws -> ExitStatus {
    var options = PullOptions()
    options.addresses = addresses
    options.set = to
    options.prunes = prune
    options.isDryRun = dryRun || suggestMasks
    options.isUnmasked = dangerouslyUnmasked
    options.follow = follow
    let source: PullSession.Source =
      if let bulk { .bulkExport(bulk) } else if let from { .file(from) } else { .environment }
    let session = PullSession(options, of: environment, from: source, context: context)
    return suggestMasks ? try await session.suggestMasks() : try await session.run().status
  }
}

/// One run of `tane pull` or `tane adopt`.
struct PullSession {
  /// The source of the data.
  enum Source {
    case environment
    /// A file or folder that another tool exported.
    case file(String)
    /// An export that Firestore writes to a `gs://` URL.
    case bulkExport(String)
  }

  private let environment: EnvironmentOptions
  private let options: PullOptions
  private let source: Source
  private let context: CommandContext
  private let interruption: Interruption

  init(
    _ options: PullOptions,
    of environment: EnvironmentOptions,
    from source: Source = .environment,
    context: CommandContext
  ) {
    (self.options, self.environment) = (options, environment)
    (self.source, self.context) = (source, context)
    interruption = Interruption("nothing was written", console: context.console)
  }

  /// Pulls, and prints the result.
  func run() async throws -> PullResult {
    do {
      let result = try await withOperation { try await $0.run() }
      PullReport(context: context).finish(result, done: options.addsFiles ? "Pulled" : "Adopted")
      return result
    } catch {
      throw CommandFailure(error).ended(by: interruption)
    }
  }

  /// Prints suggested masks for unmasked data that appears to be personal.
  func suggestMasks() async throws -> ExitStatus {
    do {
      let found = try await withOperation { try await $0.maskSuggestions() }
      MaskSuggestionReport(suggestions: found, context: context).show()
      return found.isEmpty ? .clean : .found
    } catch {
      throw CommandFailure(error).ended(by: interruption)
    }
  }

  /// Prints the header, and runs a closure with the operation for the environment or an export.
  private func withOperation<Result>(
    _ body: (PullOperation) async throws -> Result
  ) async throws -> Result {
    let environment = try context.environment(of: environment)
    environment.printHeader(in: context)
    let interaction = CommandInteraction(context, interruption)
    let addresses = options.addresses
    switch source {
    case .environment: return try await body(PullOperation(environment, options, interaction))
    case .file(let file):
      let path = context.path(file)
      let load: PullOperation.SourceLoader = { fixtures in
        try await PullExport(file, at: path, of: environment.profile, beside: fixtures, addresses)
          .source()
      }
      return try await body(PullOperation(environment, options, from: load, interaction))
    case .bulkExport(let url):
      let export = try BulkExport(to: url, of: environment, options, interaction)
      return try await export.pull(
        reading: { folder, name, fixtures in
          try await PullExport(
            name,
            at: folder,
            of: environment.profile,
            beside: fixtures,
            addresses
          ).source()
        },
        body
      )
    }
  }
}

extension PullResult {
  /// The exit code: `found` if some values could not be pulled.
  var status: ExitStatus { left.isEmpty ? .clean : .found }
}
