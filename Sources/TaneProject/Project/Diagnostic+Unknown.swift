package import TaneCore

// The findings about unknown names.
extension Diagnostic {
  /// Returns the finding for a fixture set without a folder.
  static func unknownSet(_ name: String, among sets: [String], at position: SourcePosition?)
    -> Diagnostic
  {
    .error(
      .unknownSet,
      "no fixture set \"\(name.escapingControls)\" in fixtures/ (known: \(list(sets)))"
        + Suggestion.clause(for: name, among: sets),
      at: position
    )
  }

  /// Returns the finding for an invalid name of a fixture set.
  static func invalidSetName(_ name: String, _ problem: String, at position: SourcePosition?)
    -> Diagnostic
  {
    .error(
      .invalidValue,
      "\"\(name.escapingControls)\" is not a valid fixture set name: it \(problem);"
        + " \(NameRule.expectation)",
      at: position
    )
  }

  /// Returns the finding for a database that is not in the profile.
  static func unknownDatabase(
    _ name: String,
    among databases: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    unknownService(name, "database", among: databases, at: position)
  }

  /// Returns the finding for a bucket that is not in the profile.
  static func unknownBucket(
    _ name: String,
    among buckets: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    unknownService(name, "bucket", among: buckets, at: position)
  }

  /// Returns the finding for a service that is not in the profile.
  package static func unknownService(
    _ name: String,
    among services: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    unknownService(name, "database or bucket", among: services, at: position)
  }

  /// Returns the finding for a service that is not in the profile; `noun` describes the service.
  static func unknownService(
    _ name: String,
    _ noun: String,
    among known: [String],
    at position: SourcePosition?
  ) -> Diagnostic {
    .error(
      .unknownService,
      "the environment has no \(noun) \"\(name.escapingControls)\" (known: \(list(known)))"
        + Suggestion.clause(for: name, among: known),
      at: position
    )
  }

  /// Returns the note about fixtures whose service is not in the profile.
  static func skipped(_ entry: FileListing.Entry, withoutSetting setting: String) -> Diagnostic {
    Diagnostic(
      .note,
      .notSeeded,
      "\"\(entry.name.escapingControls)\" is skipped: the environment's profile does not configure "
        + "\"\(setting.escapingControls)\"",
      at: entry.place
    )
  }

  /// Returns the known names as a list for messages, such as `base, staging`.
  static func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.sorted().joined(separator: ", ")
  }
}
