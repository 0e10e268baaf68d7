import ArgumentParser

/// The option that names the environment of a command.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    name: [.customShort("e"), .customLong("env")],
    help: ArgumentHelp(
      "The environment (default: TANE_ENV, else local).", valueName: "name"))
  var environment: String?

  /// The name of the environment: the option, else `TANE_ENV`, else `local`.
  func name(variables: [String: String]) -> String {
    let variable = variables["TANE_ENV"].flatMap { $0.isEmpty ? nil : $0 }
    return environment ?? variable ?? "local"
  }
}
