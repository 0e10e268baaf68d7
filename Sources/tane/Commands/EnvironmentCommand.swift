import ArgumentParser

struct EnvironmentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "env",
    abstract: "Inspect, check, compare and export environments.",
    discussion: """
        tane env list
        tane env show staging
        tane env check staging
        tane env diff staging production
        tane env export staging --format swift
      """,
    subcommands: [
      EnvironmentListCommand.self, EnvironmentShowCommand.self, EnvironmentCheckCommand.self,
      EnvironmentDiffCommand.self, EnvironmentExportCommand.self,
    ]
  )
}
