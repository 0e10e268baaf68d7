import ArgumentParser
import TaneProject
import TaneRendering

/// The options common to all commands.
struct ProjectOptions: ParsableArguments {
  @Option(
    name: [.customShort("C"), .customLong("directory")],
    help: ArgumentHelp("The project, or a folder inside it.", valueName: "dir"),
    completion: .directory
  )
  var directory: String?

  @Flag(help: "Print one JSON document instead of text.")
  var json = false

  @Flag(help: "Log each service request to standard error.")
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "The maximum time to wait without progress, such as 90s or 2m: for a service (default: the "
        + "profile's limits.timeout, or 120s), or for another command in the same environment "
        + "(default: 60s).",
      valueName: "duration"
    )
  )
  var timeout: DurationArgument?

  @Option(help: ArgumentHelp("Color: auto, on or off.", valueName: "when"))
  var color = ColorChoice.auto

  @Option(
    help: ArgumentHelp(
      "The language of messages, en or ja (default: from LC_ALL, LC_MESSAGES or LANG).",
      valueName: "language"
    )
  )
  var language: Language?
}

extension Language: ExpressibleByArgument {}

/// A duration in the format used on the command line.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let duration = DurationAmount.parse(argument) else { return nil }
    self.duration = duration
  }
}

/// A choice of when output is colored.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  /// On a terminal, unless `NO_COLOR` is set.
  case auto
  case on
  case off
}

extension ColorChoice {
  /// Returns the style for a stream.
  func style(isTerminal: Bool, variables: [String: String]) -> Style {
    switch self {
    case .on: return Style(isColored: true)
    case .off: return .plain
    case .auto:
      // Any nonempty value disables color (<https://no-color.org>).
      let isForbidden = variables["NO_COLOR"].map { !$0.isEmpty } ?? false
      return Style(isColored: isTerminal && !isForbidden && variables["TERM"] != "dumb")
    }
  }
}
