import ArgumentParser

@main
struct TaneBenchmark: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tane-benchmark",
    abstract: "Measures tane against the floor, in the same run on the same data.",
    subcommands: [
      SeedCommand.self, ReadCommand.self, DiffCommand.self, CheckCommand.self,
      SourcesCommand.self, EmulateCommand.self, FirestoreCommand.self, NetworkCommand.self,
      GenerateCommand.self,
    ],
    groupedSubcommands: [
      CommandGroup(
        name: "What those run as processes of their own",
        subcommands: [
          PlainInsertCommand.self, PlainReadCommand.self, ReadTreesCommand.self,
          ParseYAMLCommand.self, ParseJSONCommand.self, CheckTypesCommand.self,
          DecodeTypesCommand.self,
        ]
      )
    ]
  )
}
