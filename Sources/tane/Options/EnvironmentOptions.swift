import ArgumentParser
import TaneProject

/// The option that selects the environment for a command.
struct EnvironmentOptions: ParsableArguments {
  @Option(
    name: [.customShort("e"), .customLong("env")],
    parsing: .singleValue,
    help: ArgumentHelp(
      "The environment (default: TANE_ENV, then local); may be repeated for tane seed and tane plan.",
      valueName: "name"
    ),
    completion: .custom { _, _, _ in CompletionCandidates.environments() }
  )
  var environments: [String] = []

  /// The given name, or nil if no name is given; throws a `CommandFailure` if several are given.
  var named: String? {
    get throws {
      guard environments.count > 1 else { return environments.first }
      throw CommandFailure(
        .usage,
        "-e was given \(environments.count) times (\(environments.joined(separator: ", "))); this "
          + "command accepts one environment"
      )
    }
  }

  /// Returns the given name, or the default name.
  func name(variables: [String: String]) throws -> String {
    try named ?? EnvironmentProfiles.defaultName(in: variables)
  }

  /// Returns the name given as an argument or with `-e`, or the default name.
  func name(argument: String?, variables: [String: String]) throws -> String {
    guard let argument else { return try name(variables: variables) }
    try rejectOption(besides: argument)
    return argument
  }

  /// Throws a `CommandFailure` if `-e` is given in addition to an argument that names the
  /// environment.
  func rejectOption(besides argument: String) throws {
    guard let named = try named else { return }
    throw CommandFailure(environment: argument, givenAgain: named)
  }

  /// Returns the given names in order, or the default name.
  func names(variables: [String: String]) throws -> [String] {
    guard !environments.isEmpty else { return [EnvironmentProfiles.defaultName(in: variables)] }
    for (index, name) in environments.enumerated() where environments[..<index].contains(name) {
      throw CommandFailure(.usage, "-e \(name) was given twice; give each environment once")
    }
    return environments
  }
}

extension CommandFailure {
  /// Creates the failure for an environment that is given as an argument and with `-e`.
  init(environment argument: String, givenAgain option: String) {
    self.init(
      .usage,
      "the environment is given twice, as \(argument) and with -e \(option); remove one of them"
    )
  }
}
