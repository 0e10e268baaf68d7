import ArgumentParser
import TaneProject

/// The option that names the environment of a command.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    name: [.customShort("e"), .customLong("env")],
    help: ArgumentHelp(
      "The environment (default: TANE_ENV, else local).",
      valueName: "name"
    )
  )
  var environment: String?

  /// The name of the environment: the option, else the default.
  func name(variables: [String: String]) -> String {
    environment ?? EnvironmentProfiles.defaultName(in: variables)
  }
}
