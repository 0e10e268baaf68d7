import TaneCore
import TaneProject

/// The patterns of nodes that an option names.
struct DiffPatterns {
  /// The option's name: `--ignore`.
  private let option: String
  /// A path such as one of the patterns may be, with gaps in it.
  private let example: String
  private let texts: [String]

  init(_ texts: [String], option: String = "--ignore", example: String = "/users/*/last_login") {
    (self.texts, self.option, self.example) = (texts, option, example)
  }

  /// The patterns for files, in which a node has a path and no address.
  func pathPatterns() throws -> [PathPattern] {
    try texts.map { text in
      guard text.hasPrefix("/") else {
        throw CommandFailure(
          .usage,
          "\(option) \(text.escapingControls): expected a path with * for any key, such as"
            + " \(example): files have no databases"
        )
      }
      return PathPattern(parsing: text)
    }
  }

  /// The patterns for environments; a path alone is meant for each database and bucket.
  func addressPatterns(among services: [String]) throws -> [AddressPattern] {
    try texts.flatMap { text -> [AddressPattern] in
      if text.hasPrefix("/") {
        return services.map {
          AddressPattern(service: $0, pattern: PathPattern(parsing: text))
        }
      }
      guard let pattern = AddressPattern(parsing: text) else {
        throw CommandFailure(
          .usage,
          "\(option) \(text.escapingControls): expected an address with * for any key, such as"
            + " users:\(example)"
        )
      }
      guard services.contains(pattern.service) else {
        throw CommandFailure(
          .usage,
          "\(option) \(pattern): there is no database or bucket \"\(pattern.service)\""
            + " (\(services.joined(separator: ", ")))"
            + Suggestion.clause(for: pattern.service, among: services)
        )
      }
      return [pattern]
    }
  }
}
