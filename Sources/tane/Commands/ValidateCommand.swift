import ArgumentParser
import TaneCore
import TaneProject
import TaneSeeding

struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Check fixtures against what the services can hold and would change.",
    discussion: """
      Reports every problem of the fixtures that the environment layers, at file:line:column: files \
      that cannot be read, what the Realtime Database cannot hold (errors), and what it would give \
      back in another shape (warnings).
      """
  )

  @Argument(help: "Only findings at and below these addresses, such as shops:/shops.")
  var addresses: [Address] = []

  @OptionGroup var environment: EnvironmentOptions

  @Option(
    name: .customLong("set"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Layer these fixture sets instead of the profile's; may be repeated.",
      valueName: "name"
    )
  )
  var sets: [String] = []

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let target = try CommandTarget(environment: environment, sets: sets, in: context)
      target.printHeader(in: context)
      let fixtures = Fixtures.load(
        for: target.profile,
        sets: target.sets,
        from: try context.project
      )
      try target.check(addresses, describedBy: fixtures)
      return report(fixtures, target, context)
    }
  }

  private func report(
    _ fixtures: Fixtures,
    _ target: CommandTarget,
    _ context: CommandContext
  ) -> ExitStatus {
    let findings = fixtures.diagnostics.filter(isAskedFor).map(weighed)
    if context.isJSON {
      context.console.printJSON(json(findings, fixtures, target))
    } else {
      findings.forEach {
        context.console.print(DiagnosticText.render($0, style: context.console.style))
      }
      if !findings.isEmpty { context.console.print() }
      context.console.print(
        "Checked \(checked(fixtures)): \(DiagnosticText.counts(of: findings))."
      )
      notChecked(target).forEach { context.console.print("Not checked: \($0).") }
    }
    guard findings.containsError else { return .clean }
    return findings.failureStatus
  }

  private func isAskedFor(_ finding: Diagnostic) -> Bool {
    guard !addresses.isEmpty, let address = finding.address else { return true }
    return addresses.contains { $0.contains(address) }
  }

  private func weighed(_ finding: Diagnostic) -> Diagnostic {
    var finding = finding
    if strict, finding.severity == .warning { finding.severity = .error }
    return finding
  }

  private func checked(_ fixtures: Fixtures) -> String {
    let values = fixtures.databases.reduce(0) { $0 + $1.tree.leafCount }
    return "\(counted(values, "value")) and \(counted(fixtures.objects.count, "object"))"
      + " in \(counted(fixtures.fileCount, "file"))"
  }

  private func notChecked(_ target: CommandTarget) -> [String] {
    ["whether the app's Swift types can read them (fixtures/mappings.yaml)"]
  }

  private func json(
    _ findings: [Diagnostic],
    _ fixtures: Fixtures,
    _ target: CommandTarget
  ) -> TreeLiteral {
    [
      "environment": .string(target.profile.name),
      "fixtures": .list(target.sets.map { .string($0) }),
      "findings": .list(findings.map(DiagnosticJSON.literal)),
      "errors": .integer(Int64(findings.count { $0.severity == .error })),
      "warnings": .integer(Int64(findings.count { $0.severity == .warning })),
      "files": .integer(Int64(fixtures.fileCount)),
      "notChecked": .list(notChecked(target).map { .string($0) }),
    ]
  }
}
