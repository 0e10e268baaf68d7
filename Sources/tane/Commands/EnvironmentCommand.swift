import ArgumentParser

struct EnvironmentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "List the environments, show what a profile resolves to, ask for its services.",
    discussion: """
        tane env list
        tane env show staging
        tane env check staging
      """,
    subcommands: [
      EnvironmentListCommand.self, EnvironmentShowCommand.self, EnvironmentCheckCommand.self,
    ]
  )
}
