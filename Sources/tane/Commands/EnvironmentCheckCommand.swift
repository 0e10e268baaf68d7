import ArgumentParser
import TaneKit

struct EnvironmentCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the reachability and access of an environment's services.",
    discussion: """
      Changes nothing: whether a service can be written is asked by requests that cannot do anything. \
      Compares what the profile, the credential and the apps' GoogleService-Info.plist say of the \
      project. Exits with 2 where a service cannot be reached or read, with 1 where one cannot be written \
      or something does not agree.

        tane env check staging
      """
  )

  @Argument(
    help: "The environment (default: that of -e, else TANE_ENV, else local).",
    completion: .custom { _, _, _ in Candidates.environments() }
  )
  var name: String?

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let name = try name ?? environment.name(variables: context.variables)
      let profiles = try context.profiles()
      let target = try context.environment(named: name, among: profiles)
      target.printHeader(in: context)
      let report = try await EnvironmentCheckOperation(target, among: profiles).run()
      if context.isJSON {
        context.console.printJSON(report.document)
      } else {
        report.print(to: context.console)
      }
      return report.status
    }
  }
}
