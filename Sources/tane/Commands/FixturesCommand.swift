import ArgumentParser

struct FixturesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixtures",
    abstract: "List, inspect and format fixtures.",
    discussion: """
        tane fixtures list
        tane fixtures show shops:/shops/0
        tane fixtures fmt --check
      """,
    subcommands: [
      FixturesListCommand.self, FixturesShowCommand.self, FixturesFormatCommand.self,
    ]
  )
}
