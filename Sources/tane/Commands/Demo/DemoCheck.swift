import TaneCore
import TaneEmulator
import TaneKit
import TaneProject
import TaneRendering

/// One run of `tane demo check`, which combines the results of other commands.
struct DemoCheck {
  private let command: DemoCheckCommand
  private let context: CommandContext
  private let target: ProjectEnvironment
  private let until: FixtureAnchor?

  init(_ command: DemoCheckCommand, in context: CommandContext) throws {
    (self.command, self.context) = (command, context)
    target = try context.environment(of: command.environment, sets: command.sets.names)
    do {
      until = try command.until.map(FixtureAnchor.init(parsing:))
    } catch {
      throw CommandFailure(.usage, "--until: \(error)")
    }
  }

  func run() async throws -> ExitStatus {
    let reporter = command.presentation.reporter ?? .text
    target.printHeader(in: context, isWanted: reporter == .text)
    let operation = DemoOperation(
      target,
      by: try context.mappings(),
      options,
      in: try context.checkContext
    )
    var questions = try await operation.run()
    if !command.skipsRules,
      let rules = try await target.checkRulesForDemo(version: Tane.versionNumber)
    {
      questions.append(rules)
    }
    let report = operation.report(of: questions)
    if !context.isJSON, reporter == .text {
      show(questions, report)
    } else {
      try command.presentation.show(
        report,
        asJSONWith: [
          ("environment", .string(target.profile.name)),
          ("fixtures", .list(target.sets.map { .string($0) })),
        ],
        in: context
      )
    }
    let findings = report.findings
    return findings.exitStatus
  }

  private var options: DemoOptions {
    var options = DemoOptions()
    options.until = until
    options.skipsTypes = command.skipsTypes
    options.skipsLinks = command.skipsLinks
    options.skipsAccounts = command.skipsAccounts
    options.reset = reset
    return options
  }

  /// The command that resets the environment to the fixtures.
  private var reset: String {
    let name = target.profile.name
    let isDefault = name == EnvironmentProfiles.defaultName(in: context.variables)
    return "tane demo reset" + (isDefault ? "" : " -e \(name)")
  }

  // MARK: Output

  private func show(_ questions: [DemoCheckResult], _ report: FindingReport) {
    let (console, style) = (context.console, context.console.style)
    // The names of checks are always translated, even if a service has the same name.
    let names = Language.$names.withValue(ProjectNames()) { questions.map(\.name.localized) }
    let width = names.map { DisplayWidth.of($0) }.max() ?? 0
    for (question, name) in zip(questions, names) {
      let isFine = question.findings.allSatisfy { $0.severity == .note }
      let name = DisplayWidth.padded(name, to: width)
      let symbol = isFine ? "=" : style.yellow("!")
      console.print(
        "\(symbol) \(name)  \(question.answer.localized)",
        indent: width + 4,
        isData: true
      )
      for group in FindingGroup.groups(of: question.findings.sorted()) {
        FindingTextReporter.lines(of: group, reportsAll: command.presentation.all, style: style)
          .forEach { console.print(block: $0) }
      }
    }
    console.print()
    let name = target.profile.name
    console.print(
      report.findings.containsError
        ? "\(name) is not ready: \(report.counts)." : style.green("Ready: \(name).".localized)
    )
    for clause in report.notChecked { console.print("Not checked: \(clause).") }
  }
}
