import ArgumentParser

/// Options that precede the name of a command, as in `tane --language ja -e staging diff`.
enum LeadingOptions {
  private static let flags: Set = ["--json", "--verbose"]
  private static let options: Set = [
    "-C", "--directory", "--timeout", "--color", "--language", "-e", "--env",
  ]

  /// Returns the arguments with leading options moved after the command, where the parser accepts
  /// them.
  ///
  /// Arguments with other options before the command, such as `--help`, are returned unchanged.
  static func moved(in arguments: [String]) -> [String] {
    var rest = arguments[...]
    var leading: [String] = []
    while let word = rest.first, word.hasPrefix("-") {
      let name = String(word.prefix { $0 != "=" })
      guard flags.contains(word) || options.contains(name) else { return arguments }
      let count = options.contains(word) ? 2 : 1
      leading += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    var subcommands: [any ParsableCommand.Type] = Tane.configuration.subcommands
    let command = rest.prefix { word in
      guard let next = subcommands.first(where: { $0.configuration.commandName == word })
      else { return false }
      subcommands = next.configuration.subcommands
      return true
    }
    guard !command.isEmpty else { return arguments }
    rest = rest.dropFirst(command.count)
    // A command group has no options; the parser must first reject the next word.
    return command + (subcommands.isEmpty ? leading + rest : rest + leading)
  }
}
