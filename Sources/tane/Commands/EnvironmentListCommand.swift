import ArgumentParser
import TaneCore
import TaneProject
import TaneRendering

struct EnvironmentListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List environments and report all problems in their profiles.",
    discussion: """
        tane env list
      """
  )

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let profiles = try context.profiles()
      context.isJSON ? printJSON(profiles, context) : printText(profiles, context)
      let findings = profiles.diagnostics
      if !context.isJSON, !findings.isEmpty {
        if !profiles.environments.isEmpty { context.console.note("") }
        findings.forEach {
          context.console.note(block: DiagnosticText.render($0, style: context.console.errorStyle))
        }
      }
      return findings.exitStatus
    }
  }

  private func printText(_ profiles: EnvironmentProfiles, _ context: CommandContext) {
    let rows = profiles.environments.map { profile in
      [
        profile.name, "guard \(profile.guardLevel.rawValue)".localized,
        profile.localizedLocation,
        profile.serviceNames.joined(separator: ", "),
      ]
    }
    let widths = (0..<4).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { DisplayWidth.padded($0, to: $1) }
      let name = context.console.style.bold(cells[0])
      let line = ([name] + cells.dropFirst()).joined(separator: "  ")
      context.console.print(
        String(line.reversed().drop { $0 == " " }.reversed()),
        isData: true
      )
    }
  }

  private func printJSON(_ profiles: EnvironmentProfiles, _ context: CommandContext) {
    let environments = profiles.environments.map { profile -> TreeLiteral in
      [
        "name": .string(profile.name), "guard": .string("\(profile.guardLevel.rawValue)"),
        "project": profile.project.map { .string(Redaction.url($0)) } ?? .null,
        "services": .list(profile.serviceNames.map { .string($0) }),
        "fixtures": .list(profile.fixtures.map { .string($0) }),
      ]
    }
    context.console.printJSON([
      "environments": .list(environments),
      "findings": .list(profiles.diagnostics.map(DiagnosticJSON.literal)),
    ])
  }
}
