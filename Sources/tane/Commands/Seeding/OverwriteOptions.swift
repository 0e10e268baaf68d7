public import ArgumentParser
public import TaneKit

extension SeedOptions.ConflictResolution: ExpressibleByArgument {}

/// The options for conflicts with values in the environment.
struct OverwriteOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do with values changed in the environment since the last seed: keep them, take the "
        + "fixtures' values, or ask."
    )
  )
  var onConflict = SeedOptions.ConflictResolution.ask

  @Flag(help: "Overwrite values of unknown origin with the fixtures' values.")
  var adoptExisting = false

  /// The seed options for the given arguments.
  var seedOptions: SeedOptions {
    var options = SeedOptions()
    options.onConflict = onConflict
    options.adoptsExisting = adoptExisting
    return options
  }
}
