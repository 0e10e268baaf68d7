import ArgumentParser
import TaneEmulator
import TaneKit
import TaneRendering

struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Check security rules.",
    discussion: """
        tane rules check
        tane rules check --reporter github
      """,
    subcommands: [RulesCheckCommand.self]
  )
}

struct RulesCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check which data each user may read and write.",
    discussion: """
      Evaluates the requests in fixtures/rules.yaml against the security rules that firebase.json \
      names, with the environment's fixtures as data: Tane evaluates the rules of Realtime \
      Databases; Google's Firestore emulator, which needs Java, evaluates those of Firestore. \
      Reports each request that is allowed or denied unexpectedly, each denial caused by an error \
      in the rules, and each rule that no request exercises.

        tane rules check
        tane rules check --reporter junit
      """
  )

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var presentation: ValidatePresentation

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      try presentation.check(isJSON: context.isJSON)
      let name = try environment.name(variables: context.variables)
      let target = try context.environment(named: name, redirects: false)
      let check = try await target.checkRules(version: Tane.versionNumber, context.console)
      let isForPeople = !context.isJSON && (presentation.reporter ?? .text) == .text
      if isForPeople, !check.rows.isEmpty { show(check, in: context) }
      let report = check.report("tane rules check \(name)", of: target.project)
      let subject = [("environment", TreeLiteral.string(name))]
      try presentation.show(report, asJSONWith: subject, in: context)
      return report.findings.exitStatus
    }
  }

  /// Prints the results as a table with a column per user, or as a list if the terminal is too
  /// narrow.
  private func show(_ check: RulesCheckResult, in context: CommandContext) {
    let console = context.console
    let users = check.users.map(\.escapingControls)
    let widths = users.map { max(DisplayWidth.of($0), 6) }
    let titles = check.rows.map(\.title.escapingControls)
    let first = titles.map { DisplayWidth.of($0) }.max() ?? 0
    let isTable = widths.reduce(first) { $0 + 2 + $1 } <= console.width ?? .max
    func printRow(_ title: String, _ cells: [String]) {
      let cells = cells.map { "  \($0)" }.joined()
      console.printRaw(DisplayWidth.padded(title, to: first) + cells + "\n")
    }
    if isTable { printRow("", zip(users, widths).map { DisplayWidth.padded($0, to: $1) }) }
    for (title, row) in zip(titles, check.rows) {
      guard isTable else {
        console.print(title, isData: true)
        let listed = zip(users, row.cells).filter { $0.1 != nil }
        let results = listed.map { "\($0) \(Self.text(of: $1, console.style))" }
        console.print("  \(results.joined(separator: ", "))", indent: 2, isData: true)
        continue
      }
      printRow(title, zip(row.cells, widths).map { Self.text(of: $0, console.style, width: $1) })
    }
    console.printRaw("\n")
  }

  private static func text(
    of cell: RulesCheckResult.Cell?,
    _ style: Style,
    width: Int = 0
  ) -> String {
    guard let cell else { return style.dim(DisplayWidth.padded("-", to: width)) }
    let word = (cell.isAllowed ? "allow" : "deny") + (cell.isExpected ? "" : "!")
    let text = DisplayWidth.padded(word, to: width)
    return cell.isExpected ? style.green(text) : style.red(text)
  }
}
