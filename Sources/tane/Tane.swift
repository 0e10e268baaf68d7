import ArgumentParser
import Foundation
import TaneRendering

@main
struct Tane: AsyncParsableCommand {
  static let versionNumber = "0.1.0"

  private static let arguments = LeadingOptions.moved(
    in: Array(CommandLine.arguments.dropFirst())
  )

  static func main() async {
    StandardStreams.prepare()
    if let script = CompletionScript(requestedBy: arguments) { return print(script.text) }
    do {
      let completed = PullCommand.completing(arguments)
      var command = try parseAsRoot(completed)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      printJSON(of: error, among: arguments)
      let language = HelpPage.language(of: arguments)
      advise(on: error, in: language)
      HelpPage.exit(withError: error, in: language)
    }
  }

  /// Prints advice on invalid arguments if it is more specific than the parser's error, and exits.
  private static func advise(on error: any Error, in language: Language) {
    guard let advice = advice(on: error) else { return }
    Console(color: .off, variables: [:], language: language).note("error: \(advice)")
    exit(withError: ExitCode(ExitStatus.usage.rawValue))
  }

  private static func advice(on error: any Error) -> String? {
    guard !(error is ExitCode), exitCode(for: error).rawValue == ExitStatus.usage.rawValue else {
      return nil
    }
    return UsageAdvice.message(
      for: arguments,
      refusedWith: message(for: error),
      environments: CompletionCandidates.environmentNames
    )
  }

  /// Prints a usage error as JSON if requested, since the argument parser prints only text.
  private static func printJSON(of error: any Error, among arguments: [String]) {
    guard arguments.contains("--json"), !(error is ExitCode),
      exitCode(for: error).rawValue == ExitStatus.usage.rawValue
    else { return }
    let console = Console(color: .off, variables: [:])
    console.printJSON(CommandFailure(.usage, advice(on: error) ?? message(for: error)).document)
  }

  static let configuration = CommandConfiguration(
    commandName: "tane",
    abstract: "Seeds, compares and validates the environments of a Firebase-backed app.",
    discussion: """
      The project is the nearest enclosing folder that contains environments/. A command acts on \
      the environment given by -e or TANE_ENV, or on "local".

      Exit codes: 0 success, 1 findings (differences, invalid data), 2 failure, 3 rejected by a \
      guard or declined, 4 partly applied, 64 invalid usage, 130 interrupted (129, 131 and 143 by \
      SIGHUP, SIGQUIT and SIGTERM).
      """,
    version: "tane \(versionNumber)\(Commit.name.map { " (\($0))" } ?? "")",
    subcommands: [
      InitCommand.self,
      SeedCommand.self, PlanCommand.self, ApplyCommand.self, UndoCommand.self, HistoryCommand.self,
      ResumeCommand.self, DiscardCommand.self, UnlockCommand.self,
      DiffCommand.self, PullCommand.self, AdoptCommand.self, FixturesCommand.self, RotCommand.self,
      DemoCommand.self, ValidateCommand.self, CheckCommand.self, WatchCommand.self,
      SchemaCommand.self, RulesCommand.self,
      EmulateCommand.self, StudioCommand.self,
      EnvironmentCommand.self, DoctorCommand.self,
    ]
  )
}
