import ArgumentParser
import SystemPackage
import TaneCore
import TaneKit
import TaneProject
import TaneRendering
import TaneRuntime
import TaneSeeding
import TaneSwiftSource

/// One run of `tane demo check`, which combines the results of other commands.
struct DemoCheck {
  private let command: DemoCheckCommand
  private let context: CommandContext
  private let target: ProjectEnvironment
  private let project: Project
  /// The time until which dates must be in the future.
  private let end: FixtureAnchor

  init(_ command: DemoCheckCommand, in context: CommandContext) throws {
    (self.command, self.context) = (command, context)
    target = try context.environment(of: command.environment, sets: command.sets.names)
    project = try context.project
    do {
      end = try command.until.map(FixtureAnchor.init(parsing:)) ?? .now
    } catch {
      throw CommandFailure(.usage, "--until: \(error)")
    }
  }

  func run() async throws -> ExitStatus {
    let reporter = command.presentation.reporter ?? .text
    target.printHeader(in: context, isWanted: reporter == .text)
    let questions = try await questions()
    let report = FindingReport(
      title: "tane demo check \(target.profile.name)",
      of: project,
      checks: questions.map { .init(name: $0.name, findings: $0.findings.sorted()) },
      extent: "\(questions.map(\.name).joined(separator: ", ")) of \(target.profile.name)",
      notChecked: questions.flatMap(\.notChecked)
    )
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

  private func questions() async throws -> [DemoQuestion] {
    // A state that cannot be read does not prevent the check.
    let seeded = try? StateDatabase.existing(in: project)?.anchor(of: target.profile.name)
    let fixtures = try target.at(seeded ?? .now)
      .fixtures(otherwise: "nothing was checked", context.console)
    let mappings = try context.mappings()
    let difference = try await target.difference(
      of: fixtures,
      by: mappings,
      PlanPolicy(target.profile),
      context.console
    )
    let comparison = DemoComparison(difference, of: target.profile, reset: reset)
    var questions = [comparison.data]
    questions.append(try await types(mappings))
    if let objects = comparison.objects { questions.append(objects) }
    questions.append(try await links(of: fixtures))
    let renewed = target.at(.now).loadFixtures(context.console)
    questions.append(dates(of: fixtures, renewed: renewed, since: seeded))
    if let accounts = try await accounts(of: fixtures, comparison) { questions.append(accounts) }
    return questions
  }

  /// The command that resets the environment to the fixtures.
  private var reset: String {
    let name = target.profile.name
    let isDefault = name == EnvironmentProfiles.defaultName(in: context.variables)
    return "tane demo reset" + (isDefault ? "" : " -e \(name)")
  }

  private func types(_ mappings: Mappings) async throws -> DemoQuestion {
    guard !command.leavesOutTypes else {
      let check = TypesCheck(leavingOut: mappings)
      return DemoQuestion(name: "types", answer: "not checked", notChecked: check.notChecked)
    }
    let data = try await LiveReading.data(
      of: target,
      mappings,
      options: LiveReadingOptions(),
      reportingTo: context.console
    )
    let check = TypesCheck(of: data, by: mappings, in: try context.checking)
    let findings = check.joined(with: data).types.flatMap(\.findings)
    let isChecked = !data.nodes.isEmpty && !mappings.sources.isEmpty
    return DemoQuestion(
      name: "types",
      answer: findings.containsError
        ? "the app's Swift types cannot read what follows"
        : isChecked ? "the app's Swift types can read \(data.extent)" : "not checked",
      findings: findings,
      notChecked: data.notChecked + check.notChecked
    )
  }

  private func links(of fixtures: Fixtures) async throws -> DemoQuestion {
    guard !command.leavesOutLinks else {
      return DemoQuestion(
        name: "links",
        answer: "not checked",
        notChecked: ["whether links lead anywhere (--no-links)"]
      )
    }
    let links = DemoLinks(of: fixtures, in: target.profile)
    let probe = try context.environments.linkProbe()
    let readers = try context.environments.readers(of: target.profile)
    let console = context.console
    defer { console.endProgress() }
    return try await links.question(asking: probe, readers, reset: reset) {
      console.progress($0, isAnnounced: false)
    }
  }

  /// Checks the dates that were in the future at the last seed.
  private func dates(
    of fixtures: Fixtures,
    renewed: Fixtures,
    since seeded: FixtureAnchor?
  ) -> DemoQuestion {
    let start = min(seeded ?? .now, .now)
    let passed = RottingDates(in: fixtures, besides: renewed, since: start, until: end).dates
    let isPast = command.until == nil
    let ahead = seeded == nil ? "is still ahead" : "was still ahead at the last seed"
    let noneAhead =
      seeded == nil ? "none that is still ahead" : "none that was still ahead at the last seed"
    let subject =
      passed.isEmpty
      ? (seeded == nil && isPast ? "none" : noneAhead) : counted(passed.count, "date")
    let findings = passed.map { date in
      let isMended = date.renewed.map { $0.seconds > end.seconds } ?? false
      let advice =
        isMended
        ? "\(reset) renews it"
        : "write a later date, or one that follows from the seed (!now +3d)"
      return Diagnostic.error(
        .passedDate,
        isPast
          ? "\(date.text) \(ahead) and has passed; \(advice)"
          : "\(date.text) \(ahead) and will have passed at \(end); \(advice)",
        at: date.position,
        address: date.address
      )
    }
    return DemoQuestion(
      name: "dates",
      answer: isPast
        ? "\(subject) \(passed.count > 1 ? "have" : "has") passed"
        : "\(subject) will have passed at \(end)",
      findings: findings
    )
  }

  private func accounts(
    of fixtures: Fixtures,
    _ comparison: DemoComparison
  ) async throws -> DemoQuestion? {
    guard let described = fixtures.services(of: .accounts).first, !described.resources.isEmpty
    else { return nil }
    let readers = try context.environments.readers(of: target.profile)
    let reader = try readers.reader(.accounts, named: described.name)
    let accounts = DemoAccounts(described.resources, in: reader, omission: omission(of: reader))
    return try await accounts.question(
      beside: comparison.accountFindings,
      secret: fixtures.secret(at:),
      reset: reset
    )
  }

  /// Returns the reason sign-in is not checked, or nil if it is.
  private func omission(of reader: any AccountReader) -> String? {
    if command.leavesOutAccounts { return "--no-accounts" }
    guard reader.authentication != nil, target.profile.guardLevel == .protected else { return nil }
    return "\(target.profile.name) is protected, and a service writes down each sign-in"
  }

  // MARK: Output

  private func show(_ questions: [DemoQuestion], _ report: FindingReport) {
    let (console, style) = (context.console, context.console.style)
    // The subjects are words of Tane, even if a service has the same name.
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
        FindingTextReporter.lines(of: group, tellsAll: command.presentation.all, style: style)
          .forEach { console.print(block: $0) }
      }
    }
    console.print()
    let name = target.profile.name
    console.print(
      report.findings.containsError
        ? "\(name) is not ready: \(report.counts)." : "\(style.green("Ready".localized)): \(name)."
    )
    for clause in report.notChecked { console.print("Not checked: \(clause).") }
  }
}
