public import ArgumentParser
public import TaneKit

extension SeedOptions.ConflictResolution: ExpressibleByArgument {}

/// The options for conflicts with manual edits.
struct OverwriteOptions: ParsableArguments {
  @Option(
    help:
      "Where the environment was changed since the last seed: keep its value, take the fixture's, or ask."
  )
  var onConflict = SeedOptions.ConflictResolution.ask

  @Flag(help: "Write the fixtures' values over those of which it is not known who wrote them.")
  var adoptExisting = false

  /// The seed options with these choices.
  var seedOptions: SeedOptions {
    var options = SeedOptions()
    options.onConflict = onConflict
    options.adoptsExisting = adoptExisting
    return options
  }
}
