import ArgumentParser

struct FixturesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixtures",
    abstract: "List what fixtures describe, and show what they say with the line of each value.",
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
