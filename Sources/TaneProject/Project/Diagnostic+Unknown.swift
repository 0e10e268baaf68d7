package import TaneCore

// The findings about names that stand for nothing.
extension Diagnostic {
  /// A fixture set without a folder.
  static func unknownSet(_ name: String, among sets: [String], at position: SourcePosition?)
    -> Diagnostic
  {
    .error(
      .unknownSet,
      "no fixture set \"\(name.escapingControls)\" in fixtures/ (\(list(sets)))"
        + Suggestion.clause(for: name, among: sets),
      at: position
    )
  }

  /// A name that no fixture set can have.
  static func illegalSet(_ name: String, _ problem: String, at position: SourcePosition?)
    -> Diagnostic
  {
    .error(
      .invalidValue,
      "\"\(name.escapingControls)\" is not the name of a fixture set: it \(problem);"
        + " \(NameRule.expectation)",
      at: position
    )
  }

  /// A database that a profile does not have.
  static func unknownDatabase(
    _ name: String,
    among databases: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    unknownService(name, "database", among: databases, at: position)
  }

  /// A bucket that a profile does not have.
  static func unknownBucket(
    _ name: String,
    among buckets: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    unknownService(name, "bucket", among: buckets, at: position)
  }

  /// A database or bucket that a profile does not have.
  package static func unknownService(
    _ name: String,
    among services: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    unknownService(name, "database or bucket", among: services, at: position)
  }

  private static func unknownService(
    _ name: String,
    _ noun: String,
    among known: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    .error(
      .unknownService,
      "the environment has no \(noun) \"\(name.escapingControls)\" (\(list(known)))"
        + Suggestion.clause(for: name, among: known),
      at: position
    )
  }

  /// The known names, for a message: `base, staging`.
  static func list(_ names: [String]) -> String {
    names.isEmpty ? "there is none" : names.sorted().joined(separator: ", ")
  }
}
