import ArgumentParser
import TaneCore

/// What a person may have meant with arguments that the parser refuses, where it says less than is known.
enum UsageAdvice {
  /// The message for refused arguments.
  ///
  /// - Parameters:
  ///   - arguments: All of them.
  ///   - refusal: What the parser says.
  ///   - environments: The names of the project's environments.
  /// - Returns: The message; nil where the parser's own says enough.
  static func message(
    for arguments: [String],
    refusedWith refusal: String,
    environments: () -> [String]
  ) -> String? {
    unknownCommand(among: arguments) ?? noAddress(arguments, refusal, environments)
  }

  /// The commands that do what people expect of words of other tools.
  private static let guesses = [
    "list": "tane env list", "ls": "tane env list", "status": "tane diff", "push": "tane seed",
    "deploy": "tane seed", "import": "tane pull --from", "export": "tane env export",
    "reset": "tane demo reset", "version": "tane --version", "lint": "tane check",
    "test": "tane check",
  ]

  /// The first word that is not a command where one is expected.
  private static func unknownCommand(among arguments: [String]) -> String? {
    var subcommands: [any ParsableCommand.Type] = Tane.configuration.subcommands
    var path = "tane"
    for word in arguments {
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      let names = subcommands.compactMap { $0.configuration.commandName }
      guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
        let meant = path == "tane" ? guesses[word].map { "; did you mean \"\($0)\"?" } : nil
        return
          "\"\(word.escapingControls)\" is not a command of \(path) (\(names.joined(separator: ", ")))"
          + (meant ?? Suggestion.clause(for: word, among: names))
      }
      subcommands = next.configuration.subcommands
      path += " \(word)"
    }
    return nil
  }

  /// A text in the place of an address.
  private static func noAddress(
    _ arguments: [String],
    _ refusal: String,
    _ environments: () -> [String]
  ) -> String? {
    guard let match = refusal.firstMatch(of: /The value '(.*)' is invalid for '<address(es)?>'/)
    else { return nil }
    let text = String(match.output.1)
    guard !environments().contains(text) else {
      var words = arguments
      // What follows an option may be its value.
      let places = words.indices.filter { words[$0] == text }
      let place = places.first { $0 == 0 || !words[$0 - 1].hasPrefix("-") } ?? places.first
      if let place { words[place] = "-e \(text)" }
      return
        "\"\(text)\" is an environment, not an address. Did you mean tane \(words.joined(separator: " "))?"
    }
    return
      "\"\(text.escapingControls)\" is not a valid address; expected SERVICE:/PATH, for example shops:/shops/0"
  }
}
