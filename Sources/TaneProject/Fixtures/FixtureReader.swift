import TaneCore

/// Reads what fixture sets hold for the services of a kind, and lays the sets over each other.
protocol FixtureReader {
  /// What was found.
  var diagnostics: [Diagnostic] { get }
  /// The number of files read.
  var fileCount: Int { get }

  /// Reads the kind's part of a set; sets come in their order, later over earlier.
  mutating func read(_ entry: FileListing.Entry, of set: String)

  /// What all sets together say of the services.
  mutating func layered() -> [ServiceFixtures]
}
