import ArgumentParser
import Foundation
import TaneCore
import TaneFormats
import TaneProject

/// Advice for rejected arguments that is more specific than the parser's error.
enum UsageAdvice {
  /// Returns the message for rejected arguments.
  ///
  /// - Parameters:
  ///   - arguments: All arguments.
  ///   - refusal: The parser's error message.
  ///   - environments: Returns the names of the project's environments.
  /// - Returns: The message, or nil if the parser's message is specific enough.
  static func message(
    for arguments: [String],
    refusedWith refusal: String,
    environments: () -> [String]
  ) -> String? {
    unknownCommandAdvice(among: arguments) ?? unknownOptionAdvice(among: arguments, refusal)
      ?? missingAddressAdvice(arguments, refusal, environments)
  }

  /// Returns the message for a valid option with only one hyphen, or for `--port`, an option of
  /// other emulators; otherwise nil.
  private static func unknownOptionAdvice(among arguments: [String], _ refusal: String) -> String? {
    guard refusal.contains(/Unknown option '-/) else { return nil }
    if refusal.contains(/'--port'/), arguments.contains("emulate") {
      return "unknown option \"--port\"; each service has its own port: --database-port, "
        + "--storage-port, --firestore-port, --auth-port or --remote-config-port"
    }
    let command = Tane.configuration.subcommands.first {
      $0.configuration.commandName.map(arguments.contains) ?? false
    }
    // The parser would read `-env` as three options.
    let help = Tane.helpMessage(for: command ?? Tane.self)
    let names = arguments.compactMap { $0.wholeMatch(of: /-([a-z]{3,})/)?.output.1 }
    return names.first { help.contains("--\($0) ") }
      .map { "unknown option \"-\($0)\"; did you mean \"--\($0)\"?" }
  }

  /// The commands to suggest for words that users of other tools might enter.
  private static let guesses = [
    "list": "tane env list", "ls": "tane env list", "status": "tane diff", "push": "tane seed",
    "deploy": "tane seed", "import": "tane pull --from", "export": "tane env export",
    "reset": "tane demo reset", "version": "tane --version", "lint": "tane check",
    "test": "tane check",
  ]

  /// Returns the message for an unknown command, or nil if the command exists.
  private static func unknownCommandAdvice(among arguments: [String]) -> String? {
    var subcommands: [any ParsableCommand.Type] = Tane.configuration.subcommands
    var path = "tane"
    for word in arguments {
      guard !subcommands.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      let names = subcommands.compactMap { $0.configuration.commandName }
      guard let next = subcommands.first(where: { $0.configuration.commandName == word }) else {
        let meant = path == "tane" ? guesses[word].map { "; did you mean \"\($0)\"?" } : nil
        return
          "\"\(word.escapingControls)\" is not a command of \(path) (known: \(names.joined(separator: ", ")))"
          + (meant ?? Suggestion.clause(for: word, among: names))
      }
      subcommands = next.configuration.subcommands
      path += " \(word)"
    }
    return nil
  }

  /// Returns the message for text that is not an address, or nil if the parser's error has another
  /// cause.
  private static func missingAddressAdvice(
    _ arguments: [String],
    _ refusal: String,
    _ environments: () -> [String]
  ) -> String? {
    guard let match = refusal.firstMatch(of: /The value '(.*)' is invalid for '<address(es)?>'/)
    else { return nil }
    let text = String(match.output.1)
    /// Returns the command line with the invalid text replaced.
    func command(with replacement: String) -> String {
      var words = arguments
      // A word after an option may be its value.
      let places = words.indices.filter { words[$0] == text }
      let place = places.first { $0 == 0 || !words[$0 - 1].hasPrefix("-") } ?? places.first
      if let place { words[place] = replacement }
      return words.joined(separator: " ")
    }
    if environments().contains(text) {
      return
        "\"\(text)\" is an environment, not an address. Did you mean tane \(command(with: "-e \(text)"))?"
    }
    if FileManager.default.fileExists(atPath: text), let address = address(ofFile: text) {
      return
        "\"\(text.escapingControls)\" is a file or folder, not an address. Did you mean tane \(command(with: address))?"
    }
    return
      "\"\(text.escapingControls)\" is not a valid address; expected SERVICE:/PATH, for example shops:/shops/0"
  }

  /// Returns the address that corresponds to the path of a fixture file or folder, or nil if there
  /// is none.
  private static func address(ofFile path: String) -> String? {
    let names = path.split(separator: "/")
    guard
      let place = names.firstIndex(where: { ["databases", "firestore", "buckets"].contains($0) })
    else { return nil }
    var keys = Array(names[(place + 1)...])
    let service =
      names[place] == "firestore" ? names[place] : keys.isEmpty ? nil : keys.removeFirst()
    guard let service else { return nil }
    if names[place] != "buckets", let last = keys.last, TreeFormat(ofFile: String(last)) != nil {
      keys[keys.count - 1] = Substring(TreeFormat.stem(of: String(last)))
    }
    return "\(service):/\(keys.joined(separator: "/"))"
  }
}
