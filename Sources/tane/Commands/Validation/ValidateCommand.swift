import ArgumentParser
import TaneCore
import TaneKit
import TaneProject

struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Validate data against the app's Swift types and service limits.",
    discussion: """
      Reports every problem with its file, line and column: in the environment's fixtures, in \
      fixtures/mappings.yaml, and in data that the types named there cannot read. With --live, the \
      environment's own data is checked instead of the fixtures.

        tane validate
        tane validate --live -e staging
        tane validate --reporter github
      """
  )

  @Argument(help: "Only findings at and below these addresses, such as shops:/shops.")
  var addresses: [Address] = []

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var sets: FixtureSetOptions

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @OptionGroup var live: LiveOptions

  @Flag(name: .customLong("no-types"), help: "Do not check Swift types.")
  var skipsTypes = false

  @Flag(help: "Propose entries of fixtures/mappings.yaml for unmapped data.")
  var suggest = false

  @OptionGroup var presentation: ValidatePresentation

  @OptionGroup var baseline: BaselineOptions

  @OptionGroup var anchor: AnchorOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try presentation.check(isJSON: context.isJSON)
      try live.check()
      return try await ValidateSession(self, context: context).run()
    }
  }
}

/// The options for checking an environment's data.
struct LiveOptions: ParsableArguments {
  @Flag(help: "Check the data of the environment, not the fixtures.")
  var live = false

  @Option(
    help: ArgumentHelp(
      "With --live, read only this number of children of each list or map, evenly spread.",
      valueName: "number"
    )
  )
  var sample: Int?

  @Option(
    help: ArgumentHelp(
      "With --live, stop reading after about this many values.",
      valueName: "number"
    )
  )
  var limit: Int?

  /// Throws a `CommandFailure` if a number is less than 1 or given without `--live`.
  func check() throws {
    for (name, number) in [("--sample", sample), ("--limit", limit)] {
      guard let number else { continue }
      guard live else {
        throw CommandFailure(
          .usage,
          "\(name) requires --live; fixtures are always checked as a whole"
        )
      }
      guard number > 0 else {
        throw CommandFailure(.usage, "\(name) requires a number of at least 1")
      }
    }
  }
}

/// The options for displaying findings.
struct ValidatePresentation: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "text, xcode, github (annotations), junit, sarif, markdown or html.",
      valueName: "name"
    )
  )
  var reporter: ReporterName?

  @Flag(help: "Print every finding in full, even if there are many of one kind.")
  var all = false

  /// Throws a `CommandFailure` if the options conflict.
  func check(isJSON: Bool) throws {
    guard isJSON, let reporter else { return }
    throw CommandFailure(
      .usage,
      "--reporter \(reporter.rawValue) and --json cannot be combined; use one of them"
    )
  }

  /// Prints a report; JSON output also includes the members in `subject`.
  func show(
    _ report: FindingReport,
    asJSONWith subject: [(String, TreeLiteral)],
    in context: CommandContext
  ) throws {
    let reporter: any FindingReporter =
      context.isJSON
      ? FindingJSONReporter(subject: subject)
      : (reporter ?? .text).reporter(
        context.console.style,
        width: context.console.width,
        reportsAll: all,
        variables: context.variables,
        version: Tane.versionNumber
      )
    try context.console.printBuffered { try reporter.write(report, to: $0) }
  }
}

extension ReporterName: ExpressibleByArgument {}

/// The options for the baseline of accepted findings.
struct BaselineOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Ignore the findings that this file lists.", valueName: "file"),
    completion: .file(extensions: ["yaml"])
  )
  var baseline: String?

  @Flag(help: "Write all findings to the --baseline file, so that later runs report only new ones.")
  var updateBaseline = false

  /// Updates the baseline if requested, and removes its findings from a report.
  func apply(to report: inout FindingReport, in context: CommandContext) throws {
    guard let file = baseline else {
      guard updateBaseline else { return }
      throw CommandFailure(.usage, "--update-baseline requires --baseline")
    }
    let path = context.path(file)
    if updateBaseline {
      // A file of another kind is not overwritten.
      if try DiskFiles().kind(of: path) != nil {
        _ = try FindingBaseline.load(from: path, named: file, in: try? context.project)
      }
      let baseline = FindingBaseline(of: report.findings)
      try baseline.save(to: path, named: file)
      context.console.note("wrote \(counted(baseline.count, "finding")) to \(file)")
    }
    let baseline = try FindingBaseline.load(
      from: path,
      named: file,
      in: try? context.project
    )
    let unmet = baseline.remove(from: &report)
    guard unmet > 0 else { return }
    context.console.note(
      "note: \(counted(unmet, "finding")) in \(file) \(unmet == 1 ? "is" : "are") no longer "
        + "reported; --update-baseline removes \(unmet == 1 ? "it" : "them")"
    )
  }
}
