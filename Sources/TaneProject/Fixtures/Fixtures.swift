public import TaneCore

/// The fixtures of an environment: its overlaid sets, with all findings about them.
public struct Fixtures: Sendable {
  /// The sets, later over earlier.
  public let sets: [String]
  /// The services with fixtures, by kind and name.
  public let services: [ServiceFixtures]
  /// The distinct findings about all files, ordered by position.
  public let diagnostics: [Diagnostic]
  /// The number of files read, including objects and their metadata.
  public let fileCount: Int
  /// The reference time for relative dates, or nil if there are none.
  public let anchor: FixtureAnchor?
  /// The files that tags refer to, relative to the project.
  public let namedFiles: [String]
  /// The environment variables that the fixtures read.
  public let variables: [String]
  /// The masks for personal data in pulled fixtures: the rules of the profile, followed by those of
  /// the sets.
  package let masks: MaskRules
}
