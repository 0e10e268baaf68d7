import ArgumentParser
import TaneKit

struct EnvironmentCheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check the reachability and access of an environment's services.",
    discussion: """
      Changes nothing: write access is tested with requests that have no effect. Compares the \
      projects of the profile, the credential and the apps' GoogleService-Info.plist. Exits with 2 \
      if a service cannot be reached or read, and with 1 if one cannot be written or something \
      does not match.

        tane env check staging
      """
  )

  @Argument(
    help: "The environment (default: -e, else TANE_ENV, else local).",
    completion: .custom { _, _, _ in Candidates.environments() }
  )
  var name: String?

  @OptionGroup var environment: EnvironmentOptions

  @OptionGroup var project: ProjectOptions

  func run() async throws {
    try await CommandContext.run(project) { context in
      let name = try name ?? environment.name(variables: context.variables)
      return try await EnvironmentCheck(try context.environment(named: name), context).run()
    }
  }
}
