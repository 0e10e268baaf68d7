import ArgumentParser

/// The option that selects the fixture sets for a run.
struct FixtureSetOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    parsing: .singleValue,
    help: ArgumentHelp(
      "Layer these fixture sets instead of the profile's; may be repeated.",
      valueName: "name"
    ),
    completion: .custom { _, _, _ in CompletionCandidates.sets() }
  )
  var names: [String] = []
}
