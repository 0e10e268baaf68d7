import ArgumentParser
import TaneCore
import TaneKit
import TaneProject

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check profiles, fixtures, types, schema, masks and exports.",
    discussion: """
      Checks everything in the project that can be checked without a service, in one run for CI: \
      all profiles, the mappings, the fixtures of every environment with the Swift types that read \
      them, fixtures/schema.yaml, masks, and files written by tane env export. Exits with 1 for \
      errors, including changes to types that break data or released apps, and with 2 if a file \
      cannot be read. A harmless change to types is a note.

        tane check
        tane check --reporter github
        tane check --strict -e local -e staging
      """
  )

  @Option(
    name: [.customShort("e"), .customLong("env")],
    parsing: .singleValue,
    help: ArgumentHelp(
      "Check only the fixtures of these environments; may be repeated.",
      valueName: "name"
    ),
    completion: .custom { _, _, _ in CompletionCandidates.environments() }
  )
  var environments: [String] = []

  @Flag(help: "Treat warnings and harmless changes to types as errors.")
  var strict = false

  @Flag(name: .customLong("no-types"), help: "Do not check Swift types.")
  var skipsTypes = false

  @OptionGroup var presentation: ValidatePresentation

  @OptionGroup var baseline: BaselineOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try presentation.check(isJSON: context.isJSON)
      return try check(in: context)
    }
  }

  private func check(in context: CommandContext) throws -> ExitStatus {
    var options = CheckOptions()
    options.environments = environments
    options.isStrict = strict
    options.skipsTypes = skipsTypes
    let profiles = try context.checkedProfiles()
    let operation = CheckOperation(among: profiles, options, in: try context.checkContext)
    var report = try operation.run()
    try baseline.apply(to: &report, in: context)
    let names = environments.isEmpty ? profiles.profiles.names : environments
    try presentation.show(
      report,
      asJSONWith: [("environments", .list(names.map { .string($0) }))],
      in: context
    )
    let findings = report.findings
    return findings.exitStatus
  }
}
