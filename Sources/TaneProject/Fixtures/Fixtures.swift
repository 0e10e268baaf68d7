package import TaneCore

/// The fixtures of an environment: its overlaid sets, with all findings about them.
package struct Fixtures: Sendable {
  /// The names of the sets; later sets override earlier ones.
  package let sets: [String]
  /// The services with fixtures, ordered by kind and name.
  package let services: [ServiceFixtures]
  /// The distinct findings about all files, ordered by position.
  package let diagnostics: [Diagnostic]
  /// The number of files read, including objects and their metadata.
  package let fileCount: Int
  /// The reference time for relative dates, or nil if the fixtures contain none.
  package let anchor: FixtureAnchor?
  /// The names of the tags that the sets' files may contain, including the sets' own tags.
  package let tagNames: [String]
  /// The files that tags refer to, relative to the project.
  package let referencedFiles: [String]
  /// The environment variables that the fixtures read.
  package let variables: [String]
  /// The masks for personal data in pulled fixtures: the profile's rules, followed by the sets'
  /// rules.
  package let masks: MaskRules
}
