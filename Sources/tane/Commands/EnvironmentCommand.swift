import ArgumentParser

struct EnvironmentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "List, show and compare the environments, and ask for their services.",
    subcommands: [
      EnvironmentListCommand.self, EnvironmentShowCommand.self, EnvironmentCheckCommand.self,
      EnvironmentDiffCommand.self, EnvironmentExportCommand.self,
    ]
  )
}
