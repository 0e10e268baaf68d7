import ArgumentParser

struct EnvironmentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "List the environments, and show what a profile resolves to.",
    subcommands: [EnvironmentListCommand.self, EnvironmentShowCommand.self]
  )
}
