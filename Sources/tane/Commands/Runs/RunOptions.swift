import ArgumentParser

/// The options of the commands that finish runs or take them back.
struct RunOptions: ParsableArguments {
  @OptionGroup var environment: EnvironmentOptions

  @Flag(name: [.customShort("n"), .long], help: "Show what would be written, and write nothing.")
  var dryRun = false

  @Flag(help: "Answer the question of an environment whose guard is \"confirm\" with yes.")
  var yes = false

  @OptionGroup var project: ProjectOptions
}
