public import TaneCore

/// The fixtures of an environment: its sets laid over each other, and every problem with them.
public struct Fixtures: Sendable {
  /// The sets, later over earlier.
  public let sets: [String]
  /// The services that fixtures say something of, by kind and name.
  public let services: [ServiceFixtures]
  /// Every problem of all files, by place, each one once.
  public let diagnostics: [Diagnostic]
  /// The number of files read, the objects and their metadata included.
  public let fileCount: Int
  /// The time that relative dates of the fixtures follow from; nil where there are none.
  public let anchor: FixtureAnchor?
  /// The files that tags of the fixtures name, relative to the project.
  public let namedFiles: [String]
  /// The environment variables that the fixtures read.
  public let variables: [String]
  /// The replacements for personal data in pulled fixtures: the profile's rules, then the rules of the sets.
  package let masks: MaskRules
}
