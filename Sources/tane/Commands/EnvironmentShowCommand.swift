import ArgumentParser
import TaneCore
import TaneProject
import TaneRendering

struct EnvironmentShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a resolved profile with the origin of each value.",
    discussion: """
        tane env show staging
      """
  )

  @Argument(
    help: "The environment (default: -e, then TANE_ENV, then local).",
    completion: .custom { _, _, _ in CompletionCandidates.environments() }
  )
  var name: String?

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let name = try environment.name(argument: name, variables: context.variables)
      let profiles = try context.profiles()
      let profile = try profiles.profile(named: name)
      let findings = profiles.valueDiagnostics(of: name)
      guard !context.isJSON else {
        printJSON(profile, findings, context)
        return findings.exitStatus
      }
      printText(profile, context)
      if !findings.isEmpty { context.console.note("") }
      context.console.report(findings)
      return findings.exitStatus
    }
  }

  private func printText(_ profile: EnvironmentProfile, _ context: CommandContext) {
    let console = context.console
    console.print("\(console.style.bold(profile.name))  \(profile.localizedLocation)")
    profile.redirectionNotes.forEach { console.print($0) }
    console.print()
    let settings = profile.settings
    let keyWidth = settings.map { DisplayWidth.of($0.keyPath) }.max() ?? 0
    let originWidth = settings.map { DisplayWidth.of(origin(of: $0)) }.max() ?? 0
    let valueWidth = min(settings.map { DisplayWidth.of($0.value) }.max() ?? 0, 80)
    let isTable = console.width.map { keyWidth + valueWidth + originWidth + 4 <= $0 } ?? true
    for setting in settings {
      guard isTable else {
        console.print(
          "\(setting.keyPath)  \(console.style.dim(origin(of: setting)))",
          indent: 2,
          isData: true
        )
        console.print("  \(setting.value)", indent: 2, isData: true)
        continue
      }
      let key = DisplayWidth.padded(setting.keyPath, to: keyWidth)
      let value = DisplayWidth.padded(setting.value, to: valueWidth)
      console.print("\(key)  \(value)  \(console.style.dim(origin(of: setting)))", isData: true)
    }
  }

  private func origin(of setting: ResolvedSetting) -> String {
    setting.origin.map { "\($0)" } ?? "default".localized
  }

  private func printJSON(
    _ profile: EnvironmentProfile,
    _ findings: [Diagnostic],
    _ context: CommandContext
  ) {
    let settings = profile.settings.map { setting in
      TreeLiteral.map(
        [("key", .string(setting.keyPath)), ("value", .string(setting.value))]
          + PositionJSON.entries(setting.origin)
      )
    }
    context.console.printJSON([
      "environment": .string(profile.name), "settings": .list(settings),
      "redirections": .list(profile.redirections.map { .string("\($0)") }),
      "findings": .list(findings.map(DiagnosticJSON.literal)),
    ])
  }
}
