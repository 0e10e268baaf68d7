import ArgumentParser

@main
struct TaneBenchmark: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tane-benchmark",
    abstract: "Measures tane against the floor, in the same run on the same data.",
    subcommands: [SeedCommand.self, PlainInsertCommand.self, PlainReadCommand.self]
  )
}
